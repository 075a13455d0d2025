import { profiles } from '@basics/contract/calls/permissions.ts';
import type { Terms } from '@basics/contract/policies/policies.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';

/** The keys of the policies of one profile for one tool and several brands; profile 0 means viewers. */
export type PolicyKeys = { profileId: number; toolId: string; brandIds: readonly string[] };

const columns = [
  'profileId',
  'toolId',
  'brandId',
  'months',
  'days',
  'seats',
  'moves',
  'version',
  'bridge',
  'renewalDays',
] as const;

export const findPolicies = (db: Db) => db.selectFrom('licencePolicies').select(columns).execute();

export type PolicyRow = Awaited<ReturnType<typeof findPolicies>>[number];

const selectByKeys = (db: Db, { profileId, toolId, brandIds }: PolicyKeys) =>
  db
    .selectFrom('licencePolicies')
    .select(columns)
    .where('profileId', '=', profileId)
    .where('toolId', '=', toolId)
    .where('brandId', 'in', brandIds)
    .orderBy('brandId');

/** Finds the policies with the given keys, sorted by the id of the brand. */
export const findPoliciesByKeys = (db: Db, keys: PolicyKeys) => selectByKeys(db, keys).execute();

/** Locks the policies with the given keys until the transaction ends. */
export const lockPolicies = (trx: Trx, keys: PolicyKeys) => selectByKeys(trx, keys).forUpdate().execute();

/** Writes new terms to a locked policy. */
export async function writeTerms(
  trx: Trx,
  row: PolicyRow,
  terms: Terms & { bridge: 0 | 1; renewalDays: number | null },
): Promise<void> {
  await trx
    .updateTable('licencePolicies')
    .set({ ...terms, version: sql<number>`version + 1` })
    .where('profileId', '=', row.profileId)
    .where('toolId', '=', row.toolId)
    .where('brandId', '=', row.brandId)
    .execute();
}

export const findTools = (db: Db) =>
  db
    .selectFrom('tools')
    .select(['id', 'name', 'retired'])
    .where('parentToolId', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();

export const findBrands = (db: Db) => db.selectFrom('brands').select(['id', 'name']).orderBy('code').execute();

/** The current time in Unix milliseconds, and its day (`YYYY-MM-DD`, UTC). */
type CurrentTime = { at: number; today: string };

/** Selects the users to whom policies apply: users with an account, with each of their grants that has not ended. */
const selectGrantedUsers = (db: Db, { today }: CurrentTime) =>
  db
    .selectFrom('toolGrants as granted')
    .innerJoin('users', 'users.id', 'granted.userId')
    .where('users.status', 'in', ['approved', 'active', 'suspended'])
    .where((where) => where.or([where('granted.validTo', 'is', null), where('granted.validTo', '>=', today)]));

/** Selects the users to whom policies apply, with each of their valid licences for the granted tool and brand. */
const selectGrantedLicenses = (db: Db, now: CurrentTime) =>
  selectGrantedUsers(db, now)
    .innerJoin('licenses', (join) =>
      join
        .onRef('licenses.userId', '=', 'granted.userId')
        .onRef('licenses.toolId', '=', 'granted.toolId')
        .onRef('licenses.brandId', '=', 'granted.brandId'),
    )
    .where('licenses.revokedAt', 'is', null)
    .where('licenses.replacedAt', 'is', null)
    .where('licenses.expiresAt', '>', now.at);

export const countUsersByPolicy = (db: Db, now: CurrentTime) =>
  selectGrantedUsers(db, now)
    .select(({ fn }) => ['users.profileId', 'granted.toolId', 'granted.brandId', fn.countAll<number>().as('count')])
    .groupBy(['users.profileId', 'granted.toolId', 'granted.brandId'])
    .execute();

export const countLicensesByPolicy = (db: Db, now: CurrentTime) =>
  selectGrantedLicenses(db, now)
    .select(({ fn }) => ['users.profileId', 'granted.toolId', 'granted.brandId', fn.countAll<number>().as('count')])
    .groupBy(['users.profileId', 'granted.toolId', 'granted.brandId'])
    .execute();

/** Selects the users to whom the given policies apply. */
const selectUsersOfPolicies = (db: Db, keys: PolicyKeys, now: CurrentTime) => {
  const users = selectGrantedUsers(db, now)
    .where('granted.toolId', '=', keys.toolId)
    .where('granted.brandId', 'in', keys.brandIds);
  if (keys.profileId !== 0) return users.where('users.profileId', '=', keys.profileId);
  const knownProfiles = Object.keys(profiles).map(Number);
  return users.where((where) =>
    where.or([where('users.profileId', 'is', null), where('users.profileId', 'not in', knownProfiles)]),
  );
};

export async function countUsersOfPolicies(db: Db, keys: PolicyKeys, now: CurrentTime): Promise<number> {
  const { people: users } = await selectUsersOfPolicies(db, keys, now)
    .select(({ fn }) => fn.count<number>('users.id').distinct().as('people'))
    .executeTakeFirstOrThrow();
  return users;
}

/**
 * Selects the active licences of the users to whom the given policies apply. The licences for all brands of the tool are included, because
 * the policy limits the PCs of a user for the tool.
 */
const selectActiveLicenses = (db: Db, keys: PolicyKeys, now: CurrentTime) =>
  db
    .selectFrom('licenses')
    .where('licenses.toolId', '=', keys.toolId)
    .where('licenses.revokedAt', 'is', null)
    .where('licenses.replacedAt', 'is', null)
    .where('licenses.expiresAt', '>', now.at)
    .where('licenses.userId', 'in', selectUsersOfPolicies(db, keys, now).select('users.id'));

export async function countActiveLicenses(db: Db, keys: PolicyKeys, now: CurrentTime): Promise<number> {
  const { licenses } = await selectActiveLicenses(db, keys, now)
    .where('licenses.brandId', 'in', keys.brandIds)
    .select(({ fn }) => fn.countAll<number>().as('licenses'))
    .executeTakeFirstOrThrow();
  return licenses;
}

/** Finds the number of PCs of each user who has more PCs than the limit. */
export const findUsersAboveLimit = (db: Db, keys: PolicyKeys, { now, seats }: { now: CurrentTime; seats: number }) =>
  selectActiveLicenses(db, keys, now)
    .select(({ fn }) => fn.count<number>('licenses.machineId').distinct().as('machines'))
    .groupBy('licenses.userId')
    .having(({ fn }) => fn.count<number>('licenses.machineId').distinct(), '>', seats)
    .execute();
