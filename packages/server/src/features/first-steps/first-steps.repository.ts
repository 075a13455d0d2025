import type { Db } from '#server/database/foundation.ts';

/** The version of a brand or a tool in a new portal; each change raises it. */
const initialVersion = 1;

/**
 * Finds which steps of the set-up are done, by the records that these steps create: the name of this administrator, a changed brand or
 * tool, an assignment, another user, a licence.
 */
export async function findDoneSetUpSteps(db: Db, userId: number) {
  const ownAccount = db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('firstName', '!=', '')
    .where('lastName', '!=', '');
  const recordQueries = {
    account: ownAccount,
    brand: db.selectFrom('brands').select('id').where('version', '>', initialVersion),
    tool: db.selectFrom('tools').select('id').where('version', '>', initialVersion),
    salesmen: db.selectFrom('countryBrandSalesmen').select('id'),
    people: db.selectFrom('users').select('id').where('id', '!=', userId),
    code: db.selectFrom('licenses').select('id'),
  };
  return {
    account: await exists(recordQueries.account),
    brand: await exists(recordQueries.brand.limit(1)),
    tool: await exists(recordQueries.tool.limit(1)),
    salesmen: await exists(recordQueries.salesmen.limit(1)),
    people: await exists(recordQueries.people.limit(1)),
    code: await exists(recordQueries.code.limit(1)),
  };
}

const exists = async (query: { executeTakeFirst: () => Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;
