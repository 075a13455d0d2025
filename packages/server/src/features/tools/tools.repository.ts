import type { Db } from '#server/database/database.ts';

export const findConfigTools = (db: Db) =>
  db
    .selectFrom('tools')
    .select(['id', 'name', 'parent_tool_id', 'entitlement_bit'])
    .where('parent_tool_id', 'is not', null)
    .orderBy('name')
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

/** Names of tools by id, for words that people read. */
export const findToolNames = (db: Db) =>
  db.selectFrom('tools').select(['id', 'name']).where('code', 'is not', null).execute();
