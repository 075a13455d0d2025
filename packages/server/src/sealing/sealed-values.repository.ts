import type { Db, Trx } from '#server/database/database.ts';

/** A sealed value: its row, its text, and the user whom the secret of an authenticator app belongs to. */
export type SealedValue = { id: number; userId: number | null; sealed: string };

/** One place in the database that holds sealed values. */
export type SealedPlace = {
  name: 'authenticator apps' | 'links in e-mails';
  /** Values that another key than `keyId` sealed, at most `most`, behind the row `behind`. */
  findOthers: (db: Db, wanted: { keyId: string; behind: number; most: number }) => Promise<SealedValue[]>;
  /** Replaces a value, unless it was changed or deleted since it was read. */
  replace: (trx: Trx, value: SealedValue, sealed: string) => Promise<void>;
  /** How many values `keyId` sealed. */
  count: (db: Db, keyId: string) => Promise<number>;
};

const startOf = (keyId: string): string => `${keyId}.%`;

export const authenticatorApps: SealedPlace = {
  name: 'authenticator apps',
  findOthers: (db, { keyId, behind, most }) =>
    db
      .selectFrom('secondFactors')
      .select(['id', 'userId', 'secret as sealed'])
      .where('kind', '=', 'totp')
      .where('secret', 'not like', startOf(keyId))
      .where('id', '>', behind)
      .orderBy('id')
      .limit(most)
      .execute(),
  async replace(trx, { id, sealed: before }, sealed) {
    await trx
      .updateTable('secondFactors')
      .set({ secret: sealed })
      .where('id', '=', id)
      .where('secret', '=', before)
      .execute();
  },
  async count(db, keyId) {
    const { found } = await db
      .selectFrom('secondFactors')
      .select(({ fn }) => fn.countAll<number>().as('found'))
      .where('kind', '=', 'totp')
      .where('secret', 'like', startOf(keyId))
      .executeTakeFirstOrThrow();
    return found;
  },
};

export const linksInEmails: SealedPlace = {
  name: 'links in e-mails',
  async findOthers(db, { keyId, behind, most }) {
    const rows = await db
      .selectFrom('outbox')
      .select(['id', 'sealed'])
      // An empty text is a link that was deleted.
      .where('sealed', '!=', '')
      .where('sealed', 'not like', startOf(keyId))
      .where('id', '>', behind)
      .orderBy('id')
      .limit(most)
      .execute();
    return rows.map(({ id, sealed }) => ({ id, userId: null, sealed: sealed ?? '' }));
  },
  async replace(trx, { id, sealed: before }, sealed) {
    await trx.updateTable('outbox').set({ sealed }).where('id', '=', id).where('sealed', '=', before).execute();
  },
  async count(db, keyId) {
    const { found } = await db
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<number>().as('found'))
      .where('sealed', 'like', startOf(keyId))
      .executeTakeFirstOrThrow();
    return found;
  },
};
