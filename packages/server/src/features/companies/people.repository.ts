import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';

const selectInvitations = (db: Db) =>
  db
    .selectFrom('companyInvitations')
    .leftJoin('users as inviter', 'inviter.id', 'companyInvitations.invitedBy')
    .select([
      'companyInvitations.id',
      'companyInvitations.companyId',
      'companyInvitations.login',
      'companyInvitations.role',
    ])
    .select(['companyInvitations.loginFold', 'companyInvitations.invitedAt', 'companyInvitations.expiresAt'])
    .select(['companyInvitations.userId', 'companyInvitations.endedAt'])
    .select(['inviter.firstName', 'inviter.lastName', 'inviter.login as inviterLogin']);

export type InvitationRow = Awaited<ReturnType<ReturnType<typeof selectInvitations>['execute']>>[number];

/** Finds the newest invitations to a company, the newest first. */
export const findInvitations = (db: Db, companyId: number) =>
  selectInvitations(db)
    .where('companyInvitations.companyId', '=', companyId)
    .orderBy('companyInvitations.invitedAt', 'desc')
    .orderBy('companyInvitations.id', 'desc')
    .limit(500)
    .execute();

export const findInvitation = (db: Db, companyId: number, id: number) =>
  selectInvitations(db)
    .where('companyInvitations.id', '=', id)
    .where('companyInvitations.companyId', '=', companyId)
    .executeTakeFirst();

/** Finds the open invitation of a link by the hash of its token, and locks it if `db` is a transaction. */
export const findOpenInvitation = (db: Db, hash: string, now: number) =>
  db
    .selectFrom('companyInvitations')
    .innerJoin('companies', 'companies.id', 'companyInvitations.companyId')
    .select(['companyInvitations.id', 'companyInvitations.companyId', 'companyInvitations.loginFold'])
    .select(['companyInvitations.role', 'companyInvitations.invitedBy', 'companies.name', 'companies.status'])
    .where('hash', '=', hash)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .forNoKeyUpdate('companyInvitations')
    .executeTakeFirst();

/** Ends the open invitation of an address to a company, so that a new one can replace it. */
export async function endOpenInvitation(trx: Trx, companyId: number, loginFold: string, at: number): Promise<void> {
  await trx
    .updateTable('companyInvitations')
    .set({ endedAt: at })
    .where('companyId', '=', companyId)
    .where('loginFold', '=', loginFold)
    .where('endedAt', 'is', null)
    .execute();
}

export async function insertInvitation(trx: Trx, row: Omit<NewRow<'companyInvitations'>, 'id'>): Promise<number> {
  const { id } = await trx.insertInto('companyInvitations').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

type InvitationChange = { hash: string; expiresAt: number } | { endedAt: number; userId?: number };

/** Changes an invitation that is open; returns false if it was accepted or withdrawn meanwhile. */
export async function changeInvitation(trx: Trx, id: number, change: InvitationChange): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('companyInvitations')
    .set(change)
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finds the last recovery of a company. */
export const findRecovery = (db: Db, companyId: number) =>
  db
    .selectFrom('companyRecoveries')
    .innerJoin('users', 'users.id', 'companyRecoveries.userId')
    .select([
      'companyRecoveries.id',
      'companyRecoveries.userId',
      'companyRecoveries.reason',
      'askedAt',
      'effectiveAt',
      'state',
    ])
    .select(['users.firstName', 'users.lastName', 'users.login'])
    .select('companyRecoveries.companyId')
    .where('companyRecoveries.companyId', '=', companyId)
    .orderBy('companyRecoveries.id', 'desc')
    .limit(1)
    .executeTakeFirst();

export type RecoveryRow = NonNullable<Awaited<ReturnType<typeof findRecovery>>>;

export async function insertRecovery(trx: Trx, row: Omit<NewRow<'companyRecoveries'>, 'id'>): Promise<void> {
  await trx.insertInto('companyRecoveries').values(row).execute();
}

/** Ends the recovery of a company that waits; returns false if none waits. */
export async function endRecovery(trx: Trx, id: number, state: 'done' | 'stopped'): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('companyRecoveries')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finds the companies whose recovery takes effect now. */
export const findDueRecoveries = (db: Db, { now, limit }: { now: number; limit: number }) =>
  db
    .selectFrom('companyRecoveries')
    .select(['id', 'companyId', 'userId'])
    .where('state', '=', 'waiting')
    .where('effectiveAt', '<=', now)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Deletes all invitations of an address, and the e-mails with them. */
export async function deleteInvitationsOf(trx: Trx, login: { login: string; loginFold: string }): Promise<void> {
  await trx.deleteFrom('companyInvitations').where('loginFold', '=', login.loginFold).execute();
  await trx
    .deleteFrom('outbox')
    .where('kind', '=', 'companyInvitation')
    .where('userId', 'is', null)
    .where('toAddress', '=', login.login)
    .execute();
}

/** Deletes invitations that ended or expired before a time, because they contain addresses of people. */
export async function deleteOldInvitations(
  db: Db,
  { endedUntil, limit }: { endedUntil: number; limit: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('companyInvitations')
    .where('id', 'in', (old) =>
      old.selectFrom('companyInvitations').select('id').where('expiresAt', '<=', endedUntil).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
