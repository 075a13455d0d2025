import type { Database, Trx } from '#server/database/database.ts';
import { foldText } from '#server/platform/search/search-text.ts';

type Named = { login: string; firstName: string; lastName: string; company: string };

/** Keeps what searches look in beside a user; to be called in the transaction that writes his names, login or company. */
export const writeSearchText = (trx: Trx, userId: number, user: Named): Promise<void> =>
  writeSearchTexts(trx, [{ ...user, id: userId }]);

/** The same for several, each of them once. */
export async function writeSearchTexts(trx: Trx, users: readonly (Named & { id: number })[]): Promise<void> {
  await trx
    .insertInto('userSearch')
    .values(users.map((user) => ({ userId: user.id, ...searchTextOf(user) })))
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet((given) => ({
        fold: given.ref('excluded.fold'),
        firstName: given.ref('excluded.firstName'),
        lastName: given.ref('excluded.lastName'),
        company: given.ref('excluded.company'),
      })),
    )
    .execute();
}

function searchTextOf({ login, firstName, lastName, company }: Named) {
  const lines = [`${firstName} ${lastName}`, `${lastName} ${firstName}`, login, company];
  return {
    fold: foldText(lines.join('\n')),
    firstName: foldText(firstName),
    lastName: foldText(lastName),
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
    .leftJoin('userSearch', 'userSearch.userId', 'users.id')
    .select(['users.id', 'users.login', 'users.firstName', 'users.lastName', 'users.company'])
    .where('userSearch.userId', 'is', null)
    .where('users.status', '<>', 'deleted')
    .limit(500)
    .execute();
