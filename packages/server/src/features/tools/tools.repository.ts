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

/** Finds the grants of a user that are valid on a day (`YYYY-MM-DD`), with display names. */
export const findGrants = (db: Db, userId: number, day: string) =>
  selectGrants(db, userId)
    .where((where) => where.or([where('validFrom', 'is', null), where('validFrom', '<=', day)]))
    .where((where) => where.or([where('validTo', 'is', null), where('validTo', '>=', day)]))
    .execute();

/** Finds all grants of a user, including those that have ended or begin later. */
export const findAllGrants = (db: Db, userId: number) => selectGrants(db, userId).execute();

const selectGrants = (db: Db, userId: number) =>
  db
    .selectFrom('toolGrants')
    .innerJoin('tools', 'tools.id', 'toolGrants.toolId')
    .innerJoin('brands', 'brands.id', 'toolGrants.brandId')
    .select([
      'toolGrants.toolId',
      'tools.name as toolName',
      'toolGrants.brandId',
      'brands.name as brandName',
      'brands.code as brandCode',
      'toolGrants.configTools',
      'toolGrants.validFrom',
      'toolGrants.validTo',
    ])
    .where('toolGrants.userId', '=', userId)
    .orderBy('toolGrants.toolId')
    .orderBy('toolGrants.brandId');

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
