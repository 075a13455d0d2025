import { profiles } from '@basics/contract/calls/permissions.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/database.ts';
import type { Row } from '#server/database/schema.ts';
import { contactColumns } from '#server/features/users/write/contact-columns.ts';
import { licenseColumns } from '../licenses.repository.ts';

/** Finds a licence with the data for its renewal: the latest parts of its PC. */
export const findLicenseToRenew = (db: Db, userId: number, licenseId: number) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .select([...licenseColumns, 'licenses.licenceUid', 'machines.fingerprint', 'machines.anchorUuid'])
    .select(['licenses.machineId', 'machines.anchor', 'machines.anchoredAt', 'machines.releasedAt'])
    .where('licenses.id', '=', licenseId)
    .where('licenses.userId', '=', userId)
    .executeTakeFirst();

/** The profiles that have separate policies. All profiles that are not in this list share the policies of viewers, which have the number 0. */
const profileIds = Object.keys(profiles).map(Number);

/** Finds the data that decides whether licences can be renewed: the policy and the grant for the tool and brand of each licence. */
export async function findRenewalFacts(db: Db, licenseIds: readonly number[]) {
  if (licenseIds.length === 0) return [];
  return db
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .innerJoin('tools', 'tools.id', 'licenses.toolId')
    .innerJoin('brands', 'brands.id', 'licenses.brandId')
    .leftJoin('toolGrants', (join) =>
      join
        .onRef('toolGrants.userId', '=', 'licenses.userId')
        .onRef('toolGrants.toolId', '=', 'licenses.toolId')
        .onRef('toolGrants.brandId', '=', 'licenses.brandId'),
    )
    .leftJoin('licencePolicies', (join) =>
      join
        .onRef('licencePolicies.toolId', '=', 'licenses.toolId')
        .onRef('licencePolicies.brandId', '=', 'licenses.brandId')
        .on(
          'licencePolicies.profileId',
          '=',
          sql<number>`case when users.profile_id in (${sql.join(profileIds)}) then users.profile_id else 0 end`,
        ),
    )
    .select(['licenses.id', 'licenses.expiresAt', 'licenses.revokedAt', 'licenses.replacedAt', 'licenses.isBridge'])
    .select(['users.status as ownerStatus', 'tools.name as tool', 'brands.name as brand'])
    .select(['toolGrants.userId as grantedTo', 'toolGrants.validFrom', 'toolGrants.validTo'])
    .select(['licencePolicies.profileId as policyProfileId', 'licencePolicies.months', 'licencePolicies.days'])
    .select('licencePolicies.renewalDays')
    .where('licenses.id', 'in', licenseIds)
    .execute();
}

export type RenewalFacts = Awaited<ReturnType<typeof findRenewalFacts>>[number];

/** Finds the user who owns a licence. */
export async function findOwnerId(db: Db, licenseId: number): Promise<number | undefined> {
  const row = await db.selectFrom('licenses').select('userId').where('id', '=', licenseId).executeTakeFirst();
  return row?.userId;
}

/** Finds the users who own these licences. */
export async function findOwnerIds(db: Db, licenseIds: readonly number[]): Promise<number[]> {
  if (licenseIds.length === 0) return [];
  const rows = await db.selectFrom('licenses').select('userId').distinct().where('id', 'in', licenseIds).execute();
  return rows.map(({ userId }) => userId);
}

/** Locks a licence that is neither revoked nor replaced. */
export const findRenewalToUndo = (trx: Trx, { userId, licenseId }: { userId: number; licenseId: number }) =>
  trx
    .selectFrom('licenses')
    .select('id')
    .where('id', '=', licenseId)
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('replacedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Returns whether someone has downloaded a licence, or an e-mail with it was sent. */
export async function isReceived(trx: Trx, licenseId: number): Promise<boolean> {
  const download = await trx
    .selectFrom('audit')
    .select('id')
    .where('subjectKind', '=', 'license')
    .where('subjectId', '=', String(licenseId))
    .where('action', '=', 'license.download')
    .executeTakeFirst();
  const sentLetter = await trx
    .selectFrom('outbox')
    .select('id')
    .where('licenseId', '=', licenseId)
    .where('state', 'in', ['sending', 'sent'])
    .executeTakeFirst();
  return download !== undefined || sentLetter !== undefined;
}

type Renewal = {
  licenseId: number;
  machineId: number;
  machineFields: Pick<Row<'machines'>, 'anchor' | 'anchorUuid' | 'anchoredAt' | 'releasedAt'>;
};

/** Deletes a licence and the e-mails with it that wait. The licences that it replaced are current again, and its PC is as before. */
export async function deleteRenewal(trx: Trx, { licenseId, machineId, machineFields }: Renewal): Promise<void> {
  await trx
    .deleteFrom('outbox')
    .where('licenseId', '=', licenseId)
    .where('state', 'in', ['queued', 'failed'])
    .execute();
  await trx
    .updateTable('licenses')
    .set({ replacedAt: null, replacedBy: null })
    .where('replacedBy', '=', licenseId)
    .execute();
  await trx.deleteFrom('licenses').where('id', '=', licenseId).execute();
  await trx.updateTable('machines').set(machineFields).where('id', '=', machineId).execute();
}

/** Selects the licences in use: the newest licence of each PC that was not released and whose owner is active. */
export const selectLicensesInUse = (db: Db) =>
  db
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .where('licenses.revokedAt', 'is', null)
    .where('licenses.replacedAt', 'is', null)
    .where('machines.releasedAt', 'is', null)
    .where('users.status', '=', 'active');

/** Finds a licence in use with the data for its reminders and their recipients. */
export const findLicenseToRemind = (trx: Trx, id: number) =>
  selectLicensesInUse(trx)
    .innerJoin('tools', 'tools.id', 'licenses.toolId')
    .select([
      'licenses.userId',
      'licenses.expiresAt',
      'licenses.graceDays',
      'machines.name as machine',
      'tools.name as tool',
      ...contactColumns,
      'users.canReceiveMail',
    ])
    .where('licenses.id', '=', id)
    .executeTakeFirst();

export type LicenseToRemind = NonNullable<Awaited<ReturnType<typeof findLicenseToRemind>>>;
