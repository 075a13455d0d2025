import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow, Row } from '#server/database/schema.ts';

export type Activation = Row<'activations'>;

export async function insertActivation(db: Db, row: NewRow<'activations'>): Promise<void> {
  await db.insertInto('activations').values(row).execute();
}

/** Identifies an activation by the hash of its device code or of its user code. */
type ActivationKey = { deviceHash: string } | { userHash: string };
/**
 * An activation that expires after `latestEnd` was dated by a clock that was ahead, and is ignored. Both times are in Unix milliseconds.
 */
type Validity = { now: number; latestEnd: number };

/** Finds the activation with the given code, if it has not expired. */
export const findActivation = (
  db: Db,
  key: ActivationKey,
  { now, latestEnd }: Validity,
): Promise<Activation | undefined> =>
  db
    .selectFrom('activations')
    .selectAll()
    .$if('deviceHash' in key, (query) => query.where('deviceHash', '=', 'deviceHash' in key ? key.deviceHash : ''))
    .$if('userHash' in key, (query) => query.where('userHash', '=', 'userHash' in key ? key.userHash : ''))
    .where('expiresAt', '>', now)
    .where('expiresAt', '<=', latestEnd)
    .executeTakeFirst();

/**
 * Records a poll. Returns false if the PC has already polled after `notPolledSince`. A stored poll in the future was dated by a wrong clock
 * and is ignored.
 */
export async function claimPoll(db: Db, id: number, { now, notPolledSince }: { now: number; notPolledSince: number }) {
  const { numUpdatedRows } = await db
    .updateTable('activations')
    .set({ polledAt: now })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('polledAt', 'is', null), where('polledAt', '<=', notPolledSince), where('polledAt', '>', now)]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function addToInterval(db: Db, id: number, seconds: number): Promise<void> {
  await db
    .updateTable('activations')
    .set(({ eb }) => ({ intervalSeconds: eb('intervalSeconds', '+', seconds) }))
    .where('id', '=', id)
    .execute();
}

type Decision = Pick<Activation, 'state' | 'decidedBy' | 'licenseId'>;

/** Writes the decision about a PC that waits for a decision. Returns false if someone has already decided. */
export async function decideActivation(trx: Db, id: number, decision: Decision): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('activations')
    .set(decision)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the licence that a confirmed PC gets. */
export async function setLicense(trx: Trx, id: number, licenseId: number): Promise<void> {
  await trx.updateTable('activations').set({ licenseId }).where('id', '=', id).execute();
}

/** Finds the decision about a PC, and the user who made it. */
export const findDecision = (trx: Db, id: number): Promise<Decision | undefined> =>
  trx.selectFrom('activations').select(['state', 'decidedBy', 'licenseId']).where('id', '=', id).executeTakeFirst();

/**
 * Marks the licence as fetched. Returns true for exactly one of several simultaneous polls, so that only one poll gets
 * the licence.
 */
export async function markFetched(trx: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('activations')
    .set({ state: 'fetched' })
    .where('id', '=', id)
    .where('state', '=', 'confirmed')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finds the licence file and its owner, if the licence was neither revoked nor replaced and the owner's account is active. */
export const findFileToFetch = (db: Db, licenseId: number) =>
  db
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .select(['licenses.licenceFile', 'licenses.userId'])
    .where('licenses.id', '=', licenseId)
    .where('licenses.revokedAt', 'is', null)
    .where('licenses.replacedAt', 'is', null)
    .where('users.status', '=', 'active')
    .executeTakeFirst();
