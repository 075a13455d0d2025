import { sql, type Insertable, type SqlBool } from 'kysely';
import type { Db } from '#server/database/foundation.ts';
import type { Tables } from '#server/database/schema.ts';
import { gracePeriodEnd } from '#server/features/licenses/revoke/revocations.repository.ts';
import { licenseColumns } from '#server/features/licenses/licenses.repository.ts';
import { inScope, type Viewer } from '#server/features/users/scope.repository.ts';

export const findLicenseInScope = (db: Db, viewer: Viewer, licenseId: number) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .select(licenseColumns)
    .select(['users.firstName', 'users.lastName', 'users.login', 'users.company', 'users.country'])
    .select([
      'licenses.licenceUid',
      'licenses.machineId',
      'licenses.fingerprint',
      'licenses.verificationReason',
      'licenses.issuedBy',
      'licenses.overrideReason',
      'licenses.revokedReason',
      'licenses.graceDays',
      'licenses.replacedBy',
      'machines.firstSeenAt',
      'machines.releasedAt',
    ])
    .select(isReturned)
    .where('licenses.id', '=', licenseId)
    .where(inScope(viewer, 'licences'))
    .executeTakeFirst();

/**
 * Finds a licence by the id in its code and its file, and by its tool. Returns nothing if the owner of the licence is out of the viewer's
 * scope.
 */
export const findLicenseToReturn = (
  db: Db,
  viewer: Viewer,
  { licenceUid, toolCode }: { licenceUid: string; toolCode: number },
) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .innerJoin('tools', 'tools.id', 'licenses.toolId')
    .select(licenseColumns)
    .select(['users.firstName', 'users.lastName', 'users.login', 'users.company', 'users.country'])
    .select(['licenses.machineId', 'licenses.replacedBy', 'tools.name as toolName'])
    .select(isReturned)
    .where('licenses.licenceUid', '=', licenceUid)
    .where('tools.code', '=', toolCode)
    .where(inScope(viewer, 'licences'))
    .executeTakeFirst();

/** Whether the tool removed the licence from its PC, which a return code proves. */
const isReturned =
  sql<SqlBool>`exists (select 1 from machine_releases where machine_releases.license_id = licenses.id)`.as(
    'isReturned',
  );

/** Finds the last day of the newest licence of the same PC that the given licence replaced, in Unix milliseconds. */
export const findRenewedLicense = (db: Db, { id, machineId }: { id: number; machineId: number }) =>
  db
    .selectFrom('licenses')
    .select('expiresAt')
    .where('replacedBy', '=', id)
    .where('machineId', '=', machineId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Finds the licence that the PC of a licence has now, or the PC that replaced this PC. */
export const findCurrentLicense = (db: Db, { id, machineId }: { id: number; machineId: number }) =>
  db
    .withRecursive('successors', (query) =>
      query
        .selectFrom('licenses')
        .select(['id', 'replacedBy'])
        .where('id', '=', id)
        .unionAll(
          query
            .selectFrom('licenses')
            .innerJoin('successors', 'successors.replacedBy', 'licenses.id')
            .select(['licenses.id', 'licenses.replacedBy']),
        ),
    )
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .select(['licenses.id as licenseId', 'machines.name as machineName'])
    .where((where) =>
      where.or([
        where('licenses.machineId', '=', machineId),
        where('licenses.id', 'in', where.selectFrom('successors').select('successors.id')),
      ]),
    )
    .where('licenses.revokedAt', 'is', null)
    .where('licenses.replacedAt', 'is', null)
    .orderBy('licenses.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns all licences that a PC has had, newest first. */
export const findLicenseHistory = (db: Db, machineId: number) =>
  db
    .selectFrom('licenses')
    .select(['id', 'issuedAt', 'expiresAt', 'revokedAt', 'replacedAt'])
    .where('machineId', '=', machineId)
    .orderBy('id', 'desc')
    .execute();

/** Finds the user who revoked a licence, from the audit log. */
export const findRevoker = (db: Db, licenseId: number) =>
  db
    .selectFrom('audit')
    .innerJoin('users', 'users.id', 'audit.actorId')
    .select(['users.firstName', 'users.lastName', 'users.login'])
    .where('subjectKind', '=', 'license')
    .where('subjectId', '=', String(licenseId))
    .where('action', 'in', ['license.revoke', 'license.return'])
    .orderBy('audit.id', 'desc')
    .executeTakeFirst();

export const findUserName = (db: Db, userId: number) =>
  db.selectFrom('users').select(['firstName', 'lastName', 'login']).where('id', '=', userId).executeTakeFirst();

/**
 * Marks a licence and the earlier licences of the same PC as revoked, because the files of the earlier licences would
 * otherwise stay valid. Returns false if the licence is already revoked, or if the user has no such licence.
 */
export async function markLicenseRevoked(
  trx: Db,
  licence: { licenseId: number; userId: number },
  { reason, at }: { reason: string; at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('licenses')
    .set({ revokedAt: at, revokedReason: reason })
    .where('id', '=', licence.licenseId)
    .where('userId', '=', licence.userId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await trx
    .updateTable('licenses')
    .set({ revokedAt: at, revokedReason: reason })
    .where('machineId', '=', (row) =>
      row.selectFrom('licenses').select('machineId').where('id', '=', licence.licenseId),
    )
    .where('id', '<', licence.licenseId)
    .where('revokedAt', 'is', null)
    .where(gracePeriodEnd, '>', at)
    .execute();
  return true;
}

type Revocation = { licenseId: number; userId: number; revokedAt: number };

/**
 * Makes a licence, and the earlier licences of the same PC that were revoked with it, valid again. Returns false if the licence is not
 * revoked since `revokedAt`, or if the user got a licence of any PC after that.
 */
export async function undoRevocation(trx: Db, { licenseId, userId, revokedAt }: Revocation): Promise<boolean> {
  const newerLicense = await trx
    .selectFrom('licenses')
    .select('id')
    .where('userId', '=', userId)
    .where('issuedAt', '>=', revokedAt)
    .executeTakeFirst();
  if (newerLicense) return false;
  const { numUpdatedRows } = await trx
    .updateTable('licenses')
    .set({ revokedAt: null, revokedReason: null })
    .where('machineId', '=', (row) => row.selectFrom('licenses').select('machineId').where('id', '=', licenseId))
    .where('userId', '=', userId)
    .where('id', '<=', licenseId)
    .where('revokedAt', '=', revokedAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finds a user's PCs for all tools, newest first. */
export const findPcs = (db: Db, userId: number) =>
  db
    .selectFrom('machines')
    .select(['id', 'name', 'toolId', 'firstSeenAt', 'releasedAt'])
    .select(['fingerprint', 'anchor', 'anchorUuid', 'isVirtual', 'isStandIn'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .execute();

/** Finds a user's licences that were neither revoked nor replaced, newest first. */
export const findCurrentLicenses = (db: Db, userId: number) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .select(licenseColumns)
    .select('licenses.machineId')
    .where('licenses.userId', '=', userId)
    .where('licenses.revokedAt', 'is', null)
    .where('licenses.replacedAt', 'is', null)
    .orderBy('licenses.id', 'desc')
    .execute();

/** Marks the current licences of a PC as replaced, although there is no new licence. */
export async function retireLicenses(trx: Db, machineId: number, at: number): Promise<void> {
  await trx
    .updateTable('licenses')
    .set({ replacedAt: at })
    .where('machineId', '=', machineId)
    .where('revokedAt', 'is', null)
    .where('replacedAt', 'is', null)
    .execute();
}

export async function insertRelease(trx: Db, release: Insertable<Tables['machineReleases']>): Promise<void> {
  await trx.insertInto('machineReleases').values(release).execute();
}

export async function findToolNamesById(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('tools').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Finds the last e-mail that contained the given licence, and when the owner of the licence was last seen in the
 * portal.
 */
export const findDelivery = (db: Db, { id, userId }: { id: number; userId: number }) =>
  db
    .selectFrom('outbox')
    .select(['outbox.createdAt', 'outbox.error'])
    .select((row) =>
      row
        .selectFrom('sessions')
        .select((session) => session.fn.max('sessions.lastSeenAt').as('at'))
        .where('sessions.userId', '=', userId)
        .as('lastSeenAt'),
    )
    .where((where) =>
      where.or([
        where('outbox.licenseId', '=', id),
        where('outbox.id', 'in', where.selectFrom('letterFiles').select('letterId').where('licenseId', '=', id)),
      ]),
    )
    .orderBy('outbox.id', 'desc')
    .limit(1)
    .executeTakeFirst();
