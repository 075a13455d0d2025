import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Trx } from '#server/database/database.ts';
import { readBatches } from '#server/platform/csv/csv.ts';
import { startsIn } from '#server/platform/search/search-terms.ts';
import { foldText } from '#server/platform/search/search-text.ts';

type SearchedFields = { login: string; firstName: string; lastName: string; company: string };

/** Stores the search text of a user; call it in the transaction that locks them and writes their names, login or company. */
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

function createSearchText({ login, firstName, lastName, company }: SearchedFields) {
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
  const batches = readBatches<{ id: number }>(
    (behind, most) => findUsersWithoutSearch(database, behind?.id ?? 0, most),
    fillBatchSize,
  );
  for await (const rows of batches) {
    await database.transact(async (trx) => {
      const users = await lockSearchedUsers(
        trx,
        rows.map(({ id }) => id),
      );
      if (users.length > 0) await writeSearchTexts(trx, users);
    });
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
    .select(['id', 'login', 'firstName', 'lastName', 'company'])
    .where('id', 'in', ids)
    .where('status', '<>', 'deleted')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
