import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';

/** Finds the add-ons, each with its tool. An add-on counts as retired if the add-on or its tool is retired. */
export async function findConfigTools(db: Db) {
  const rows = await db
    .selectFrom('tools')
    .innerJoin('tools as parent', 'parent.id', 'tools.parentToolId')
    .select(['tools.id', 'tools.name', 'parent.id as tool', 'tools.retired', 'parent.retired as toolRetired'])
    .orderBy('tools.name')
    .orderBy('tools.id')
    .execute();
  return rows.map(({ id, name, tool, retired, toolRetired: isToolRetired }) => ({
    id,
    name,
    tool,
    isRetired: retired === 1 || isToolRetired === 1,
  }));
}

/** Locks the bits of a tool's add-ons until the transaction ends, because a new licence will contain them. */
export const lockAddOnBits = (trx: Trx, toolId: string) =>
  trx
    .selectFrom('tools')
    .select(['id', 'entitlementBit'])
    .where('parentToolId', '=', toolId)
    .orderBy('id')
    .forKeyShare()
    .execute();

/** Finds the brands with their numbers in licence codes; there are at most eight. */
export const findBrandNumbers = (db: Db) =>
  db.selectFrom('brands').select(['id', 'name', 'code']).orderBy('code').execute();

export const findToolByCode = (db: Db, code: number) =>
  db.selectFrom('tools').select(['id', 'name', 'code', 'maxMajor']).where('code', '=', code).executeTakeFirst();

/** Finds the grants that a user has on a day (`YYYY-MM-DD`), with display names: the grants of the user's company, else the user's own. */
export async function findGrants(db: Db, userId: number, day: string) {
  const grants = await selectGrants(db, userId).execute();
  return preferCompany(grants.filter((grant) => isValidOn(grant, day)));
}

/**
 * Finds all grants of a user, including those that have ended or begin later. Of a tool and brand that both the company and the user have,
 * the grant that is valid on the day is returned, and the grant of the company if both or none are.
 */
export async function findAllGrants(db: Db, userId: number, day: string) {
  const grants = await selectGrants(db, userId).execute();
  const validGrants = preferCompany(grants.filter((grant) => isValidOn(grant, day)));
  const otherGrants = preferCompany(grants).filter((grant) => !validGrants.some((other) => isSamePair(grant, other)));
  return [...validGrants, ...otherGrants].toSorted(
    (a, b) => compare(a.toolId, b.toolId) || compare(a.brandId, b.brandId),
  );
}

const compare = (one: string, two: string): number => (one < two ? -1 : one > two ? 1 : 0);

const isValidOn = ({ validFrom, validTo }: SelectedGrant, day: string): boolean =>
  (validFrom === null || validFrom <= day) && (validTo === null || validTo >= day);

/** Removes the own grants for a tool and brand that the company has too. */
const preferCompany = (grants: readonly SelectedGrant[]): SelectedGrant[] =>
  grants.filter(
    (grant) =>
      grant.companyId !== null || !grants.some((other) => other.companyId !== null && isSamePair(grant, other)),
  );

const isSamePair = (one: SelectedGrant, other: SelectedGrant): boolean =>
  one.toolId === other.toolId && one.brandId === other.brandId;

const grantColumns = ['held.configTools', 'held.validFrom', 'held.validTo', 'held.pcs'] as const;
const nameColumns = ['tools.name as toolName', 'brands.name as brandName', 'brands.code as brandCode'] as const;

const selectGrants = (db: Db, userId: number) =>
  db
    .selectFrom('toolGrants as held')
    .innerJoin('tools', 'tools.id', 'held.toolId')
    .innerJoin('brands', 'brands.id', 'held.brandId')
    .select(['held.toolId', 'held.brandId', ...grantColumns, ...nameColumns])
    .select(sql<number | null>`cast(null as integer)`.as('companyId'))
    .where('held.userId', '=', userId)
    .unionAll(
      db
        .selectFrom('companyGrants as held')
        .innerJoin('users', 'users.companyId', 'held.companyId')
        .innerJoin('tools', 'tools.id', 'held.toolId')
        .innerJoin('brands', 'brands.id', 'held.brandId')
        .select(['held.toolId', 'held.brandId', ...grantColumns, ...nameColumns])
        .select(sql<number | null>`held.company_id`.as('companyId'))
        .where('users.id', '=', userId),
    )
    .orderBy('toolId')
    .orderBy('brandId');

type SelectedGrant = Awaited<ReturnType<ReturnType<typeof selectGrants>['execute']>>[number];

export type GrantRow = Awaited<ReturnType<typeof findGrants>>[number];

/** Finds names of tools by id, for messages; active tools come before retired tools. */
export const findToolNames = (db: Db) =>
  db
    .selectFrom('tools')
    .select(['id', 'name', 'retired'])
    .where('code', 'is not', null)
    .orderBy('retired')
    .orderBy('name')
    .execute();
