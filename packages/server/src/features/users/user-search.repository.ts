import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Trx } from '#server/database/database.ts';
import { batchesOf } from '#server/platform/csv/csv.ts';
import { startsIn } from '#server/platform/search/search-terms.ts';
import { foldText } from '#server/platform/search/search-text.ts';

type Named = { login: string; firstName: string; lastName: string; company: string };

/** Stores the search text of a user; call it in the transaction that writes their names, login or company. */
export const writeSearchText = (trx: Trx, userId: number, user: Named): Promise<void> =>
  writeSearchTexts(trx, [{ ...user, id: userId }]);

/** Like `writeSearchText`, but for several users, each once. */
export async function writeSearchTexts(trx: Trx, users: readonly (Named & { id: number })[]): Promise<void> {
  await trx
    .insertInto('userSearch')
    .values(users.map((user) => ({ userId: user.id, ...searchTextOf(user) })))
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

function searchTextOf({ login, firstName, lastName, company }: Named) {
  const lines = [`${firstName} ${lastName}`, `${lastName} ${firstName}`, login, company];
  const fold = foldText(lines.join('\n'));
  return {
    fold,
    starts: startsIn(fold),
    firstName: foldText(firstName),
    lastName: foldText(lastName),
    company: foldText(company),
  };
}

/** Writes the search text of the users who lack one, in batches by id: users that are older than the search table. */
export async function fillSearchText(database: Database): Promise<void> {
  const batches = batchesOf<Unwritten>((behind, most) => findUnwritten(database, behind?.id ?? 0, most), fillBatch);
  for await (const rows of batches) {
    await database.transact((trx) => writeSearchTexts(trx, rows));
    await nextTurn();
  }
}

/** Few enough for the parameters of one statement. */
const fillBatch = 500;

type Unwritten = Named & { id: number };

const findUnwritten = ({ kysely }: Database, behind: number, most: number): Promise<Unwritten[]> =>
  kysely
    .selectFrom('users')
    .leftJoin('userSearch', 'userSearch.userId', 'users.id')
    .select(['users.id', 'users.login', 'users.firstName', 'users.lastName', 'users.company'])
    .where('userSearch.userId', 'is', null)
    .where('users.status', '<>', 'deleted')
    .where('users.id', '>', behind)
    .orderBy('users.id')
    .limit(most)
    .execute();
