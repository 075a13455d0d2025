import type { Database, Trx } from '#server/database/database.ts';
import { foldText } from '#server/platform/search/search-text.ts';

type Named = { login: string; first_name: string; last_name: string; company: string };

/** Keeps what searches look in beside a user; to be called in the transaction that writes his names, login or company. */
export const writeSearchText = (trx: Trx, userId: number, user: Named): Promise<void> =>
  writeSearchTexts(trx, [{ ...user, id: userId }]);

/** The same for several, each of them once. */
export async function writeSearchTexts(trx: Trx, users: readonly (Named & { id: number })[]): Promise<void> {
  await trx
    .insertInto('user_search')
    .values(users.map((user) => ({ user_id: user.id, ...searchTextOf(user) })))
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((given) => ({
        fold: given.ref('excluded.fold'),
        first_name: given.ref('excluded.first_name'),
        last_name: given.ref('excluded.last_name'),
        company: given.ref('excluded.company'),
      })),
    )
    .execute();
}

function searchTextOf({ login, first_name, last_name, company }: Named) {
  const lines = [`${first_name} ${last_name}`, `${last_name} ${first_name}`, login, company];
  return {
    fold: foldText(lines.join('\n')),
    first_name: foldText(first_name),
    last_name: foldText(last_name),
    company: foldText(company),
  };
}

/** Writes the search text of whoever lacks one: those who were there before searches had a table. */
export async function fillSearchText(database: Database): Promise<void> {
  for (;;) {
    const rows = await findUnwritten(database);
    if (rows.length === 0) return;
    await database.transact(async (trx) => {
      await writeSearchTexts(trx, rows);
    });
  }
}

const findUnwritten = ({ kysely }: Database) =>
  kysely
    .selectFrom('users')
    .leftJoin('user_search', 'user_search.user_id', 'users.id')
    .select(['users.id', 'users.login', 'users.first_name', 'users.last_name', 'users.company'])
    .where('user_search.user_id', 'is', null)
    .where('users.status', '<>', 'deleted')
    .limit(500)
    .execute();
