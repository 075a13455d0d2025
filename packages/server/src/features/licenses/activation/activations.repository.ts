import type { Db } from '#server/database/database.ts';
import type { NewRow, Row } from '#server/database/schema.ts';

export type Activation = Row<'activations'>;

export async function insertActivation(db: Db, row: NewRow<'activations'>): Promise<void> {
  await db.insertInto('activations').values(row).execute();
}

/** `latestEnd`: a row that lasts longer was dated by a clock that was ahead, and counts as none. */
type ActivationKey = { deviceHash: string } | { userHash: string };
type Live = { now: number; latestEnd: number };

/** The PC that waits with this code, if its time is not over. */
export const findActivation = (db: Db, key: ActivationKey, { now, latestEnd }: Live): Promise<Activation | undefined> =>
  db
    .selectFrom('activations')
    .selectAll()
    .$if('deviceHash' in key, (query) => query.where('deviceHash', '=', 'deviceHash' in key ? key.deviceHash : ''))
    .$if('userHash' in key, (query) => query.where('userHash', '=', 'userHash' in key ? key.userHash : ''))
    .where('expiresAt', '>', now)
    .where('expiresAt', '<=', latestEnd)
    .executeTakeFirst();

/** Whether the PC may poll now: not if it has polled after `unlessAfter`. A time ahead of now was written by a wrong clock. */
export async function claimPoll(db: Db, id: number, { now, unlessAfter }: { now: number; unlessAfter: number }) {
  const { numUpdatedRows } = await db
    .updateTable('activations')
    .set({ polledAt: now })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('polledAt', 'is', null), where('polledAt', '<=', unlessAfter), where('polledAt', '>', now)]),
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

/** Writes a decision about a PC that still waits. False if somebody has decided before. */
export async function decideActivation(trx: Db, id: number, decision: Decision): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('activations')
    .set(decision)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What was decided about a PC, and by whom. */
export const findDecision = (trx: Db, id: number): Promise<Decision | undefined> =>
  trx.selectFrom('activations').select(['state', 'decidedBy', 'licenseId']).where('id', '=', id).executeTakeFirst();

/** Of several polls at the same time, exactly one gets the licence. */
export async function markFetched(trx: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('activations')
    .set({ state: 'fetched' })
    .where('id', '=', id)
    .where('state', '=', 'confirmed')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The file of a licence that was neither revoked nor replaced, and its owner, whose account is active. */
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
