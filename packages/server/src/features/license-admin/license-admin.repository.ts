import type { Insertable } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { Tables } from '#server/database/schema.ts';
import { licenseColumns } from '#server/features/licenses/licenses.repository.ts';
import { inScope } from '#server/features/users/scope.repository.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';

/** A licence of somebody in scope with all that is known about it. */
export const findLicenseInScope = (db: Db, viewer: Viewer, licenseId: number) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machine_id')
    .innerJoin('users', 'users.id', 'licenses.user_id')
    .select(licenseColumns)
    .select(['users.first_name', 'users.last_name', 'users.login', 'users.company', 'users.country'])
    .select([
      'licenses.licence_uid',
      'licenses.machine_id',
      'licenses.fingerprint',
      'licenses.verification_reason',
      'licenses.issued_by',
      'licenses.override_reason',
      'licenses.revoked_reason',
      'machines.first_seen_at',
      'machines.released_at',
    ])
    .where('licenses.id', '=', licenseId)
    .where(inScope(viewer))
    .executeTakeFirst();

/** All licences that a PC has had, newest first. */
export const findHistory = (db: Db, machineId: number) =>
  db
    .selectFrom('licenses')
    .select(['id', 'issued_at', 'expires_at', 'revoked_at', 'replaced_at'])
    .where('machine_id', '=', machineId)
    .orderBy('id', 'desc')
    .execute();

/** Who revoked a licence, by the record of it. */
export const findRevoker = (db: Db, licenseId: number) =>
  db
    .selectFrom('audit')
    .innerJoin('users', 'users.id', 'audit.actor_id')
    .select(['users.first_name', 'users.last_name', 'users.login'])
    .where('subject_kind', '=', 'license')
    .where('subject_id', '=', String(licenseId))
    .where('action', '=', 'license.revoke')
    .executeTakeFirst();

export const findName = (db: Db, userId: number) =>
  db.selectFrom('users').select(['first_name', 'last_name', 'login']).where('id', '=', userId).executeTakeFirst();

/** Marks a licence as revoked; false where that has been done already, or there is no such licence of his. */
export async function revokeOne(
  trx: Db,
  licence: { licenseId: number; userId: number },
  { reason, at }: { reason: string; at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('licenses')
    .set({ revoked_at: at, revoked_reason: reason })
    .where('id', '=', licence.licenseId)
    .where('user_id', '=', licence.userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A user's PCs, of one tool or of all, newest first. */
export const findPcs = (db: Db, userId: number) =>
  db
    .selectFrom('machines')
    .select(['id', 'name', 'tool_id', 'released_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();

/** A user's licences that were neither revoked nor replaced, newest first. */
export const findCountingLicenses = (db: Db, userId: number) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machine_id')
    .select(licenseColumns)
    .select('licenses.machine_id')
    .where('licenses.user_id', '=', userId)
    .where('licenses.revoked_at', 'is', null)
    .where('licenses.replaced_at', 'is', null)
    .orderBy('licenses.id', 'desc')
    .execute();

/** Takes what still counts on a PC out of force, with no other licence in its place. */
export async function retireLicenses(trx: Db, machineId: number, at: number): Promise<void> {
  await trx
    .updateTable('licenses')
    .set({ replaced_at: at })
    .where('machine_id', '=', machineId)
    .where('revoked_at', 'is', null)
    .where('replaced_at', 'is', null)
    .execute();
}

export async function insertRelease(trx: Db, release: Insertable<Tables['machine_releases']>): Promise<void> {
  await trx.insertInto('machine_releases').values(release).execute();
}

/** The names of tools by their ids. */
export async function findToolNamesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('tools').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
