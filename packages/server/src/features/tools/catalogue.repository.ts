import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';

const columns = ['id', 'name', 'code', 'maxMajor', 'parentToolId', 'entitlementBit', 'version', 'retired'] as const;

/** Finds all tools and add-ons, sorted by name. */
export const findCatalogue = (db: Db) => db.selectFrom('tools').select(columns).orderBy('name').orderBy('id').execute();

export type CatalogueRow = Awaited<ReturnType<typeof findCatalogue>>[number];

/** Locks a tool and its add-ons until the transaction ends, so that no grant and no licence of them is created meanwhile. */
export const lockTool = (trx: Trx, id: string) =>
  trx
    .selectFrom('tools')
    .select(columns)
    .where((where) => where.or([where('id', '=', id), where('parentToolId', '=', id)]))
    .orderBy('id')
    .forUpdate()
    .execute();

export const insertTools = (trx: Trx, rows: readonly NewRow<'tools'>[]) =>
  trx.insertInto('tools').values(rows).execute();

export const updateTool = (trx: Trx, id: string, changes: Partial<NewRow<'tools'>>) =>
  trx.updateTable('tools').set(changes).where('id', '=', id).execute();

/** Raises the version of a tool, after a change to the tool or to one of its add-ons. */
export const raiseVersion = (trx: Trx, id: string) =>
  trx
    .updateTable('tools')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();

/** Clears the bits of add-ons before new bits are written, because two add-ons may swap their bits. */
export const clearAddOnBits = (trx: Trx, ids: readonly string[]) =>
  trx.updateTable('tools').set({ entitlementBit: null }).where('id', 'in', ids).execute();

/** Deletes tools with their policies. Throws if another row refers to one of the tools. */
export const deleteTools = (trx: Trx, ids: readonly string[]) =>
  trx.deleteFrom('tools').where('id', 'in', ids).execute();

/** Counts the rows that refer to tools and add-ons; `now` is in Unix milliseconds. */
export const countUses = async (db: Db, now: number) => ({
  grants: await countGrants(db),
  issued: await countIssued(db, now),
  requests: await countRequests(db),
});

export type UseCounts = Awaited<ReturnType<typeof countUses>>;

/** Counts the grants of each tool with each set of add-ons. */
const countGrants = (db: Db) =>
  db
    .selectFrom((grants) =>
      grants
        .selectFrom('toolGrants')
        .select(['toolId', 'configTools'])
        .unionAll(grants.selectFrom('companyGrants').select(['toolId', 'configTools']))
        .as('held'),
    )
    .select(({ fn }) => ['toolId', 'configTools', fn.countAll<number>().as('count')])
    .groupBy(['toolId', 'configTools'])
    .execute();

/** Counts the issued licences of each tool with each set of add-ons, and how many of them are valid now (Unix milliseconds). */
const countIssued = (db: Db, now: number) =>
  db
    .selectFrom('licenses')
    .select(({ fn }) => [
      'toolId',
      'configTools',
      fn.countAll<number>().as('count'),
      fn
        .countAll<number>()
        .filterWhere('revokedAt', 'is', null)
        .filterWhere('replacedAt', 'is', null)
        .filterWhere('expiresAt', '>', now)
        .as('active'),
    ])
    .groupBy(['toolId', 'configTools'])
    .execute();

/** Counts the requests for each tool, whether they are open, approved or rejected. */
const countRequests = (db: Db) =>
  db
    .selectFrom('requestedTools')
    .select(({ fn }) => ['toolId', fn.countAll<number>().as('count')])
    .groupBy('toolId')
    .execute();
