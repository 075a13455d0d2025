import type { Db, Trx } from '#server/database/database.ts';

/** The add-ons, each with its tool; retired where it is, or its tool. */
export async function findConfigTools(db: Db) {
  const rows = await db
    .selectFrom('tools')
    .innerJoin('tools as parent', 'parent.id', 'tools.parent_tool_id')
    .select(['tools.id', 'tools.name', 'parent.id as tool', 'tools.retired', 'parent.retired as tool_retired'])
    .orderBy('tools.name')
    .orderBy('tools.id')
    .execute();
  return rows.map(({ id, name, tool, retired, tool_retired: withTool }) => ({
    id,
    name,
    tool,
    isRetired: retired === 1 || withTool === 1,
  }));
}

/** The bits of a tool's add-ons, which stay as they are until the transaction ends: a licence is about to carry them. */
export const holdBits = (trx: Trx, toolId: string) =>
  trx
    .selectFrom('tools')
    .select(['id', 'entitlement_bit'])
    .where('parent_tool_id', '=', toolId)
    .orderBy('id')
    .forKeyShare()
    .execute();

export const findToolByCode = (db: Db, code: number) =>
  db.selectFrom('tools').select(['id', 'name', 'code', 'max_major']).where('code', '=', code).executeTakeFirst();

/** The grants of a user that hold on a day (`YYYY-MM-DD`), with the names that people know. */
export const findGrants = (db: Db, userId: number, day: string) =>
  db
    .selectFrom('tool_grants')
    .innerJoin('tools', 'tools.id', 'tool_grants.tool_id')
    .innerJoin('brands', 'brands.id', 'tool_grants.brand_id')
    .select([
      'tool_grants.tool_id',
      'tools.name as tool_name',
      'tool_grants.brand_id',
      'brands.name as brand_name',
      'brands.code as brand_code',
      'tool_grants.config_tools',
      'tool_grants.valid_from',
      'tool_grants.valid_to',
    ])
    .where('tool_grants.user_id', '=', userId)
    .where((where) => where.or([where('valid_from', 'is', null), where('valid_from', '<=', day)]))
    .where((where) => where.or([where('valid_to', 'is', null), where('valid_to', '>=', day)]))
    .orderBy('tool_grants.tool_id')
    .orderBy('tool_grants.brand_id')
    .execute();

export type GrantRow = Awaited<ReturnType<typeof findGrants>>[number];

/** Names of tools by id, for words that people read; those that are offered before retired ones. */
export const findToolNames = (db: Db) =>
  db
    .selectFrom('tools')
    .select(['id', 'name', 'retired'])
    .where('code', 'is not', null)
    .orderBy('retired')
    .orderBy('name')
    .execute();
