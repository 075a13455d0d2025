import { profiles } from '@basics/contract/permissions.ts';
import type { Terms } from '@basics/contract/policies.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/database.ts';

/** The policies of one profile for one tool, under some brands; profile 0 stands for viewers. */
export type PolicyKeys = { profileId: number; toolId: string; brandIds: readonly string[] };

const columns = ['profile_id', 'tool_id', 'brand_id', 'months', 'days', 'seats', 'moves', 'version'] as const;

export const findPolicies = (db: Db) => db.selectFrom('licence_policies').select(columns).execute();

export type PolicyRow = Awaited<ReturnType<typeof findPolicies>>[number];

/** What the keys name, by brand. */
export const findPoliciesOf = (db: Db, { profileId, toolId, brandIds }: PolicyKeys) =>
  db
    .selectFrom('licence_policies')
    .select(columns)
    .where('profile_id', '=', profileId)
    .where('tool_id', '=', toolId)
    .where('brand_id', 'in', brandIds)
    .orderBy('brand_id')
    .execute();

/** The same, locked until the transaction ends. */
export const lockPoliciesOf = (trx: Trx, { profileId, toolId, brandIds }: PolicyKeys) =>
  trx
    .selectFrom('licence_policies')
    .select(columns)
    .where('profile_id', '=', profileId)
    .where('tool_id', '=', toolId)
    .where('brand_id', 'in', brandIds)
    .orderBy('brand_id')
    .forUpdate()
    .execute();

/** Writes the terms into a row that is locked. */
export async function writeTerms(trx: Trx, row: PolicyRow, terms: Terms): Promise<void> {
  await trx
    .updateTable('licence_policies')
    .set({ ...terms, version: sql<number>`version + 1` })
    .where('profile_id', '=', row.profile_id)
    .where('tool_id', '=', row.tool_id)
    .where('brand_id', '=', row.brand_id)
    .execute();
}

export const findTools = (db: Db) =>
  db
    .selectFrom('tools')
    .select(['id', 'name', 'retired'])
    .where('parent_tool_id', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();

export const findBrands = (db: Db) => db.selectFrom('brands').select(['id', 'name']).orderBy('code').execute();

/** Milliseconds, and the day (`YYYY-MM-DD`, UTC) that it is. */
export type Now = { at: number; today: string };

/** Users who are let in, with each grant that has not ended: whom policies are about. */
const grantedPeople = (db: Db, { today }: Now) =>
  db
    .selectFrom('tool_grants as granted')
    .innerJoin('users', 'users.id', 'granted.user_id')
    .where('users.status', 'in', ['approved', 'active', 'suspended'])
    .where((where) => where.or([where('granted.valid_to', 'is', null), where('granted.valid_to', '>=', today)]));

/** The same, with each of their licences for that tool and brand which counts now. */
const grantedLicenses = (db: Db, now: Now) =>
  grantedPeople(db, now)
    .innerJoin('licenses', (join) =>
      join
        .onRef('licenses.user_id', '=', 'granted.user_id')
        .onRef('licenses.tool_id', '=', 'granted.tool_id')
        .onRef('licenses.brand_id', '=', 'granted.brand_id'),
    )
    .where('licenses.revoked_at', 'is', null)
    .where('licenses.replaced_at', 'is', null)
    .where('licenses.expires_at', '>', now.at);

export const countPeople = (db: Db, now: Now) =>
  grantedPeople(db, now)
    .select(({ fn }) => ['users.profile_id', 'granted.tool_id', 'granted.brand_id', fn.countAll<number>().as('count')])
    .groupBy(['users.profile_id', 'granted.tool_id', 'granted.brand_id'])
    .execute();

export const countLicenses = (db: Db, now: Now) =>
  grantedLicenses(db, now)
    .select(({ fn }) => ['users.profile_id', 'granted.tool_id', 'granted.brand_id', fn.countAll<number>().as('count')])
    .groupBy(['users.profile_id', 'granted.tool_id', 'granted.brand_id'])
    .execute();

/** Everybody under these policies. */
const peopleUnder = (db: Db, keys: PolicyKeys, now: Now) => {
  const people = grantedPeople(db, now)
    .where('granted.tool_id', '=', keys.toolId)
    .where('granted.brand_id', 'in', keys.brandIds);
  if (keys.profileId !== 0) return people.where('users.profile_id', '=', keys.profileId);
  const named = Object.keys(profiles).map(Number);
  return people.where((where) =>
    where.or([where('users.profile_id', 'is', null), where('users.profile_id', 'not in', named)]),
  );
};

export async function countPeopleUnder(db: Db, keys: PolicyKeys, now: Now): Promise<number> {
  const { people } = await peopleUnder(db, keys, now)
    .select(({ fn }) => fn.count<number>('users.id').distinct().as('people'))
    .executeTakeFirstOrThrow();
  return people;
}

/** Licences that count now, of the people under these policies; seats are of the tool, whatever the brand. */
const activeLicenses = (db: Db, keys: PolicyKeys, now: Now) =>
  db
    .selectFrom('licenses')
    .where('licenses.tool_id', '=', keys.toolId)
    .where('licenses.revoked_at', 'is', null)
    .where('licenses.replaced_at', 'is', null)
    .where('licenses.expires_at', '>', now.at)
    .where('licenses.user_id', 'in', peopleUnder(db, keys, now).select('users.id'));

export async function countActiveLicenses(db: Db, keys: PolicyKeys, now: Now): Promise<number> {
  const { licenses } = await activeLicenses(db, keys, now)
    .where('licenses.brand_id', 'in', keys.brandIds)
    .select(({ fn }) => fn.countAll<number>().as('licenses'))
    .executeTakeFirstOrThrow();
  return licenses;
}

/** The PCs of each who has more than so many. */
export const findPeopleAbove = (db: Db, keys: PolicyKeys, { now, seats }: { now: Now; seats: number }) =>
  activeLicenses(db, keys, now)
    .select(({ fn }) => fn.count<number>('licenses.machine_id').distinct().as('machines'))
    .groupBy('licenses.user_id')
    .having(({ fn }) => fn.count<number>('licenses.machine_id').distinct(), '>', seats)
    .execute();
