import type { Query } from '@basics/contract/calls/endpoint.ts';
import type { licenses, LicenseStatus } from '@basics/contract/licenses/licenses.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { sql, type Insertable, type RawBuilder } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import { readPage } from '#server/database/queries/read-page.ts';
import type { NewRow, Tables } from '#server/database/schema.ts';
import { clockSkewMs } from '#server/platform/clock/clock.ts';
import { createConditions } from '#server/platform/lists/list-filter.repository.ts';
import { foldText, toSearchable } from '#server/platform/search/search-text.ts';

/** Finds the data of the owner that the licence rules need. */
export const findOwner = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .leftJoin('companies', 'companies.id', 'users.companyId')
    .select([
      'users.id',
      'login',
      'firstName',
      'lastName',
      'company',
      'users.country',
      'profileId',
      'brandId',
      'users.status',
      'preferences',
      'users.companyId',
      'companies.name as companyName',
      'companies.status as companyStatus',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();

/** Returns the recipients of notifications: the active salesmen and administrators. */
export const findStaff = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'firstName', 'lastName', 'brandId', 'profileId'])
    .where('status', '=', 'active')
    .where('profileId', 'in', [1, 2])
    .orderBy('id')
    .execute();

export const findBrandName = (db: Db, brandId: string) =>
  db.selectFrom('brands').select('name').where('id', '=', brandId).executeTakeFirst();

/** Finds the policy of a profile for a tool and brand; viewers have profile 0. */
export const findPolicy = (db: Db, key: { profileId: number; toolId: string; brandId: string }) =>
  db
    .selectFrom('licencePolicies')
    .select(['months', 'days', 'seats', 'moves', 'graceDays', 'bridge', 'renewalDays'])
    .where('profileId', '=', key.profileId)
    .where('toolId', '=', key.toolId)
    .where('brandId', '=', key.brandId)
    .executeTakeFirst();

/** Returns whether users of a profile get trials, which are licences with a term in days. */
export async function hasTrialPolicy(db: Db, profileId: number): Promise<boolean> {
  const row = await db
    .selectFrom('licencePolicies')
    .select('profileId')
    .where('profileId', '=', profileId)
    .where('months', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const findLicenseByCode = (db: Db, verificationHash: string) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .select(licenseColumns)
    .where('verificationHash', '=', verificationHash)
    .executeTakeFirst();

/** The columns of `licenses` and `machines` that the API shows of a licence. */
export const licenseColumns = [
  'licenses.id',
  'licenses.userId',
  'licenses.licenceCode',
  'licenses.expiresAt',
  'licenses.verificationCode',
  'licenses.toolVersion',
  'licenses.toolId',
  'licenses.brandId',
  'licenses.configTools',
  'licenses.issuedAt',
  'licenses.mailState',
  'licenses.revokedAt',
  'licenses.replacedAt',
  'licenses.isBridge',
  'licenses.installedAt',
  'machines.name as machineName',
  sql<string>`(select owner.status from users as owner where owner.id = licenses.user_id)`.as('ownerStatus'),
] as const;

/** Finds a user's PCs for a tool, newest first, each with its newest licence that was neither revoked nor replaced. */
export async function findMachines(db: Db, userId: number, toolId: string) {
  const machines = await db
    .selectFrom('machines')
    .select(['id', 'name', 'fingerprint', 'anchor', 'anchorUuid', 'anchoredAt', 'releasedAt'])
    .where('userId', '=', userId)
    .where('toolId', '=', toolId)
    .orderBy('id', 'desc')
    .execute();
  const licenses = await db
    .selectFrom('licenses')
    .select(['id', 'machineId', 'brandId', 'issuedAt', 'expiresAt', 'revokedAt', 'replacedAt', 'isBridge'])
    .where('userId', '=', userId)
    .where('toolId', '=', toolId)
    .where('revokedAt', 'is', null)
    .where('replacedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return machines.map((machine) => ({
    ...machine,
    licence: licenses.find((licence) => licence.machineId === machine.id) ?? null,
  }));
}

/**
 * Finds the times at which a user moved to another PC or released one, the oldest first. Each of them uses one move. A move that staff
 * allowed beyond the limit is not included.
 */
export async function findMoves(db: Db, key: MovesQuery): Promise<number[]> {
  const rows = await selectMoves(db, 'moves', key)
    .unionAll(selectMoves(db, 'machineReleases', key))
    .orderBy('at')
    .execute();
  return rows.map(({ at }) => at);
}

/** A move with a time after `now` is ignored, because it was written by a wrong clock and would count for too long. */
type MovesQuery = { userId: number; toolId: string; since: number; now: number };

const selectMoves = (db: Db, table: 'moves' | 'machineReleases', key: MovesQuery) =>
  db
    .selectFrom(table)
    .select('at')
    .where('userId', '=', key.userId)
    .where('toolId', '=', key.toolId)
    .where('at', '>', key.since)
    .where('at', '<=', key.now + clockSkewMs)
    .where('overrideReason', 'is', null);

/** Counts the licences that a PC has had; the `seq` of its next licence is one higher. */
export async function countMachineLicenses(db: Db, machineId: number): Promise<number> {
  const row = await db
    .selectFrom('licenses')
    .select(({ fn }) => fn.countAll().as('licenses'))
    .where('machineId', '=', machineId)
    .executeTakeFirstOrThrow();
  return Number(row.licenses);
}

export async function insertMachine(trx: Db, machine: Omit<NewRow<'machines'>, 'nameFold'>): Promise<number> {
  const machineRow = { ...machine, nameFold: foldText(machine.name) };
  const insertedRow = await trx.insertInto('machines').values(machineRow).returning('id').executeTakeFirstOrThrow();
  return insertedRow.id;
}

/** The data about a PC from its newest code, and its new anchor (the fingerprint with which later codes are compared). */
export type MachineFields = Required<
  Pick<NewRow<'machines'>, 'fingerprint' | 'name' | 'anchor' | 'anchorUuid' | 'anchoredAt' | 'isVirtual' | 'isStandIn'>
>;

/** Updates a PC with the data of its newest code, because a part or its name may have changed. */
export async function updateMachine(trx: Db, machineId: number, machineFields: MachineFields): Promise<void> {
  await trx
    .updateTable('machines')
    .set({ ...machineFields, nameFold: foldText(machineFields.name), releasedAt: null })
    .where('id', '=', machineId)
    .execute();
}

export async function releaseMachine(trx: Db, machineId: number, at: number): Promise<void> {
  await trx.updateTable('machines').set({ releasedAt: at }).where('id', '=', machineId).execute();
}

export async function insertMove(trx: Db, move: Insertable<Tables['moves']>): Promise<void> {
  await trx.insertInto('moves').values(move).execute();
}

/** Returns the id of the new licence, or null if the same verification code already has a licence. */
export async function insertLicense(trx: Db, licence: Insertable<Tables['licenses']>): Promise<number | null> {
  const insertedRow = await trx
    .insertInto('licenses')
    .values(licence)
    .onConflict((conflict) => conflict.column('verificationHash').doNothing())
    .returning('id')
    .executeTakeFirst();
  return insertedRow?.id ?? null;
}

/** Marks the current licences of some PCs as replaced by a newer licence. */
export async function replaceLicenses(
  trx: Db,
  machineIds: readonly number[],
  replacement: { licenseId: number; at: number },
): Promise<void> {
  await trx
    .updateTable('licenses')
    .set({ replacedAt: replacement.at, replacedBy: replacement.licenseId })
    .where('machineId', 'in', machineIds)
    .where('id', '!=', replacement.licenseId)
    .where('replacedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .execute();
}

export const findLicenseFile = (db: Db, userId: number, licenseId: number) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .innerJoin('brands', 'brands.id', 'licenses.brandId')
    .select(['licenses.licenceFile', 'licenses.expiresAt', 'machines.name as machineName', 'brands.id as brandId'])
    .where('licenses.id', '=', licenseId)
    .where('licenses.userId', '=', userId)
    .executeTakeFirst();

/** Stores since when a licence is installed on its PC; null if it is not known to be installed. Returns whether the stored value changed. */
export async function storeInstalledAt(trx: Trx, licenseId: number, installedAt: number | null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('licenses')
    .set({ installedAt })
    .where('id', '=', licenseId)
    .where('installedAt', installedAt === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const findLicense = (db: Db, userId: number, licenseId: number) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .select(licenseColumns)
    .where('licenses.id', '=', licenseId)
    .where('licenses.userId', '=', userId)
    .executeTakeFirst();

const sortColumns = {
  issuedAt: 'licenses.issuedAt',
  expiryDate: 'licenses.expiresAt',
  machineName: 'machines.name',
} as const;

/** Finds a page of a user's licences with their status at `now`, newest first by default; the keyword is searched in the PC's name. */
export async function findLicenses(
  db: Db,
  userId: number,
  { now, ...listQuery }: Query<typeof licenses.list> & { now: number },
) {
  const { keyword, sort, pageNumber, pageSize } = listQuery;
  const page = { pageNumber, pageSize };
  const machineIds = keyword.trim() === '' ? null : await findMachinesByName(db, userId, keyword);
  if (machineIds?.length === 0) return { items: [], total: 0, ...page };
  const { field, direction } = sort ?? defaultSorts.licenses;
  const conditions = createConditions(listQuery, { status: (status) => statusConditions[status](now) });
  const matchingLicenses = db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .select(licenseColumns)
    .where('licenses.userId', '=', userId)
    .$if(machineIds !== null, (query) => query.where('licenses.machineId', 'in', machineIds ?? []))
    .$call((query) => conditions.reduce((filtered, condition) => filtered.where(condition), query))
    .orderBy(sortColumns[field], direction)
    .orderBy('licenses.id', 'desc');
  return readPage(matchingLicenses, page);
}

export type LicenseRow = NonNullable<Awaited<ReturnType<typeof findLicenseByCode>>>;

/**
 * Finds the ids of a user's PCs whose name contains the keyword. The server compares the names, because the databases ignore case only for A
 * to Z.
 */
async function findMachinesByName(db: Db, userId: number, keyword: string): Promise<number[]> {
  const machines = await db.selectFrom('machines').select(['id', 'name']).where('userId', '=', userId).execute();
  const searchedText = toSearchable(keyword.trim());
  return machines.filter(({ name }) => toSearchable(name).includes(searchedText)).map(({ id }) => id);
}

/** Finds the id of the current signing key. */
export async function findCurrentKeyId(db: Db): Promise<string | null> {
  const row = await selectCurrentKeyId(db).executeTakeFirst();
  return row?.keyId ?? null;
}

/** Locks the current signing key until the transaction ends, and returns its id; null if the key has just been switched. */
export async function lockCurrentKeyId(trx: Db): Promise<string | null> {
  const row = await selectCurrentKeyId(trx).forShare().executeTakeFirst();
  return row?.keyId ?? null;
}

const selectCurrentKeyId = (db: Db) => db.selectFrom('signingKeys').select('keyId').where('status', '=', 'current');

/**
 * The unary plus keeps SQLite from the partial indexes on `licenses`: it would read a page of a list by the day of expiry, and sort all
 * licences with the status, although another index has the order of the list.
 */
const isCurrent = sql<boolean>`(+licenses.revoked_at is null and +licenses.replaced_at is null)`;

const isOwnerSuspended = sql<boolean>`exists
  (select 1 from users as owner where owner.id = licenses.user_id and owner.status = 'suspended')`;

/** The SQL condition for each status, by the same rules as `findLicenseStatus`; `now` is in Unix milliseconds. */
export const statusConditions: Record<LicenseStatus, (now: number) => RawBuilder<boolean>> = {
  Revoked: () => sql`licenses.revoked_at is not null`,
  Replaced: () => sql`(licenses.revoked_at is null and licenses.replaced_at is not null)`,
  Expired: (now) => sql`(${isCurrent} and licenses.expires_at <= ${now})`,
  Active: (now) => sql`(${isCurrent} and licenses.expires_at > ${now} and not ${isOwnerSuspended})`,
  Suspended: (now) => sql`(${isCurrent} and licenses.expires_at > ${now} and ${isOwnerSuspended})`,
};

/**
 * Locks a licence with the data for its e-mail until the transaction ends, so that the second of two simultaneous requests finds the e-mail
 * of the first.
 */
export const lockLicenseToSend = (trx: Trx, userId: number, licenseId: number) =>
  trx
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .innerJoin('tools', 'tools.id', 'licenses.toolId')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .select([
      ...licenseColumns,
      'licenses.licenceFile',
      'tools.name as toolName',
      'users.login',
      'users.firstName',
      'users.brandId as ownerBrandId',
      'users.status as ownerStatus',
    ])
    .where('licenses.id', '=', licenseId)
    .where('licenses.userId', '=', userId)
    .forUpdate('licenses')
    .executeTakeFirst();

export type LicenseToSend = NonNullable<Awaited<ReturnType<typeof lockLicenseToSend>>>;

/** Makes a queued e-mail with this licence due now. Returns whether an e-mail with this licence is queued or is being sent. */
export async function makeLetterDue(trx: Trx, licenseId: number, now: number): Promise<boolean> {
  const updateResult = await trx
    .updateTable('outbox')
    .set((set) => ({
      nextAttemptAt: set.case().when('state', '=', 'queued').then(now).else(set.ref('nextAttemptAt')).end(),
    }))
    .where('licenseId', '=', licenseId)
    .where('state', 'in', ['queued', 'sending'])
    .executeTakeFirst();
  return updateResult.numUpdatedRows > 0n;
}
