import type { Db, Trx } from '../database/foundation.ts';

/** An encrypted value: the id of its row, its text, and its user (null for an e-mail and a webhook). */
export type SealedValue = { id: number; userId: number | null; sealed: string };

/** A column of the database that contains encrypted values, and the functions that read and replace them. */
export type SealedColumn = {
  name: 'authenticator apps' | 'links in e-mails' | 'webhooks';
  /** Finds at most `limit` values with ids after `afterId` that a key other than `keyId` has encrypted. */
  findValuesOfOtherKeys: (db: Db, batch: { keyId: string; afterId: number; limit: number }) => Promise<SealedValue[]>;
  /** Replaces a value, unless it was changed or deleted since it was read. */
  replace: (trx: Trx, value: SealedValue, sealed: string) => Promise<void>;
  /** Counts the values that the key `keyId` has encrypted. */
  count: (db: Db, keyId: string) => Promise<number>;
};

/**
 * Deletes the codes that replace the links of e-mails. Their keyed hashes cannot be calculated again with another key. The links still work.
 */
export async function deleteLinkCodes(db: Db): Promise<void> {
  await db.deleteFrom('linkCodes').execute();
}

const createKeyPattern = (keyId: string): string => `${keyId}.%`;

export const authenticatorApps: SealedColumn = {
  name: 'authenticator apps',
  findValuesOfOtherKeys: (db, { keyId, afterId, limit }) =>
    db
      .selectFrom('secondFactors')
      .select(['id', 'userId', 'secret as sealed'])
      .where('kind', '=', 'totp')
      .where('secret', 'not like', createKeyPattern(keyId))
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .execute(),
  async replace(trx, { id, sealed: sealedBefore }, sealed) {
    await trx
      .updateTable('secondFactors')
      .set({ secret: sealed })
      .where('id', '=', id)
      .where('secret', '=', sealedBefore)
      .execute();
  },
  async count(db, keyId) {
    const { found } = await db
      .selectFrom('secondFactors')
      .select(({ fn }) => fn.countAll<number>().as('found'))
      .where('kind', '=', 'totp')
      .where('secret', 'like', createKeyPattern(keyId))
      .executeTakeFirstOrThrow();
    return found;
  },
};

export const linksInEmails: SealedColumn = {
  name: 'links in e-mails',
  async findValuesOfOtherKeys(db, { keyId, afterId, limit }) {
    const rows = await db
      .selectFrom('outbox')
      .select(['id', 'sealed'])
      // An empty text means that the link was deleted.
      .where('sealed', '!=', '')
      .where('sealed', 'not like', createKeyPattern(keyId))
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id, sealed }) => ({ id, userId: null, sealed: sealed ?? '' }));
  },
  async replace(trx, { id, sealed: sealedBefore }, sealed) {
    await trx.updateTable('outbox').set({ sealed }).where('id', '=', id).where('sealed', '=', sealedBefore).execute();
  },
  async count(db, keyId) {
    const { found } = await db
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<number>().as('found'))
      .where('sealed', 'like', createKeyPattern(keyId))
      .executeTakeFirstOrThrow();
    return found;
  },
};

export const secretsOfWebhooks: SealedColumn = {
  name: 'webhooks',
  async findValuesOfOtherKeys(db, { keyId, afterId, limit }) {
    const rows = await db
      .selectFrom('webhooks')
      .select(['id', 'sealed'])
      .where('sealed', 'not like', createKeyPattern(keyId))
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ ...row, userId: null }));
  },
  async replace(trx, { id, sealed: sealedBefore }, sealed) {
    await trx.updateTable('webhooks').set({ sealed }).where('id', '=', id).where('sealed', '=', sealedBefore).execute();
  },
  async count(db, keyId) {
    const { found } = await db
      .selectFrom('webhooks')
      .select(({ fn }) => fn.countAll<number>().as('found'))
      .where('sealed', 'like', createKeyPattern(keyId))
      .executeTakeFirstOrThrow();
    return found;
  },
};
