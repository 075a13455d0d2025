import { sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Trx } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
import { readBatches } from '#server/platform/csv/csv.ts';
import { listWordStarts } from '#server/platform/search/search-terms.ts';
import { foldText } from '#server/platform/search/search-text.ts';

type SearchedFields = {
  login: string;
  firstName: string;
  lastName: string;
  company: string;
  crmAccount: string | null;
};

/** Stores the search text of a user; call it in the transaction that locks them and writes their names, login, company or CRM account. */
export const writeSearchText = (trx: Trx, userId: number, user: SearchedFields): Promise<void> =>
  writeSearchTexts(trx, [{ ...user, id: userId }]);

/** Like `writeSearchText`, but for several users, each once. */
export async function writeSearchTexts(trx: Trx, users: readonly (SearchedFields & { id: number })[]): Promise<void> {
  await trx
    .insertInto('userSearch')
    .values(users.map((user) => ({ userId: user.id, ...createSearchText(user) })))
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet((given) => ({
        fold: given.ref('excluded.fold'),
        starts: given.ref('excluded.starts'),
        firstName: given.ref('excluded.firstName'),
        lastName: given.ref('excluded.lastName'),
        company: given.ref('excluded.company'),
      })),
    )
    .execute();
}

/** Writes the search texts of these users again, and the names of their PCs, which otherwise triggers keep. Deleted users have none. */
export async function rewriteSearchTexts(trx: Trx, ids: readonly number[]): Promise<void> {
  const users = ids.length > 0 ? await lockSearchedUsers(trx, ids) : [];
  if (users.length === 0) return;
  await writeSearchTexts(trx, users);
  const joined =
    dialectOf(trx) === 'sqlite' ? sql`group_concat(name_fold, char(10))` : sql`string_agg(name_fold, chr(10))`;
  await trx
    .updateTable('userSearch')
    .set({
      machines: sql<string>`coalesce((select ${joined} from (select name_fold from machines
        where machines.user_id = user_search.user_id order by id desc limit ${sql.lit(mostMachineNames)}) as newest), '')`,
    })
    .where('userId', 'in', ids)
    .execute();
}

/** The triggers on `machines` keep as many. */
const mostMachineNames = 50;

function createSearchText({ login, firstName, lastName, company, crmAccount }: SearchedFields) {
  const lines = [`${firstName} ${lastName}`, `${lastName} ${firstName}`, login, company, crmAccount ?? ''];
  const fold = foldText(lines.join('\n'));
  return {
    fold,
    starts: listWordStarts(fold),
    firstName: foldText(firstName),
    lastName: foldText(lastName),
    company: foldText(company),
  };
}

/** Writes the search text of the users who lack one, in batches by id: users that are older than the search table. */
export async function fillSearchText(database: Database): Promise<void> {
  const batches = readBatches<{ id: number }>(
    (behind, most) => findUsersWithoutSearch(database, behind?.id ?? 0, most),
    fillBatchSize,
  );
  for await (const rows of batches) {
    await database.transact((trx) =>
      rewriteSearchTexts(
        trx,
        rows.map(({ id }) => id),
      ),
    );
    await nextTurn();
  }
}

/** Few enough for the parameters of one statement. */
const fillBatchSize = 500;

const findUsersWithoutSearch = ({ kysely }: Database, behind: number, most: number): Promise<{ id: number }[]> =>
  kysely
    .selectFrom('users')
    .leftJoin('userSearch', 'userSearch.userId', 'users.id')
    .select('users.id')
    .where('userSearch.userId', 'is', null)
    .where('users.status', '<>', 'deleted')
    .where('users.id', '>', behind)
    .orderBy('users.id')
    .limit(most)
    .execute();

/** What is searched of these users. Locked, because another transaction can change it at the same time. */
const lockSearchedUsers = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('users')
    .select(['id', 'login', 'firstName', 'lastName', 'company', 'crmAccount'])
    .where('id', 'in', ids)
    .where('status', '<>', 'deleted')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
