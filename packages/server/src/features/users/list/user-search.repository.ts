import type { User } from '@basics/contract/users/users.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/database.ts';
import { dialectOf } from '#server/database/foundation.ts';
import { listWordStarts } from '#server/platform/search/search-terms.ts';
import { foldText, listSearchedDigits } from '#server/platform/search/search-text.ts';
import { inScope } from '../scope.repository.ts';
import type { Viewer } from '../scope.repository.ts';
import { searchedNames } from '../user-fields.ts';
import type { SearchedName } from '../user-fields.ts';

type SearchedFields = { login: string } & Pick<User, SearchedName>;

/** Stores the search text of a user. Call this function in the transaction that locks the user and writes the login or a searched field. */
export const writeSearchText = (trx: Trx, userId: number, user: SearchedFields): Promise<void> =>
  writeSearchTexts(trx, [{ ...user, id: userId }]);

/** Stores the search texts of several users. The list `users` may contain each user only once. */
export async function writeSearchTexts(trx: Trx, users: readonly (SearchedFields & { id: number })[]): Promise<void> {
  await trx
    .insertInto('userSearch')
    .values(users.map((user) => ({ userId: user.id, ...createSearchText(user) })))
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet((statement) => ({
        fold: statement.ref('excluded.fold'),
        starts: statement.ref('excluded.starts'),
        firstName: statement.ref('excluded.firstName'),
        lastName: statement.ref('excluded.lastName'),
        company: statement.ref('excluded.company'),
      })),
    )
    .execute();
}

/**
 * Writes the search texts of the given users again, with the names of their PCs. Otherwise triggers write the names of
 * PCs. Deleted users have no search text.
 */
export async function rewriteSearchTexts(trx: Trx, ids: readonly number[]): Promise<void> {
  const users = ids.length > 0 ? await lockSearchedUsers(trx, ids) : [];
  if (users.length === 0) return;
  await writeSearchTexts(trx, users);
  const joinedNames =
    dialectOf(trx) === 'sqlite' ? sql`group_concat(name_fold, char(10))` : sql`string_agg(name_fold, chr(10))`;
  await trx
    .updateTable('userSearch')
    .set({
      machines: sql<string>`coalesce((select ${joinedNames} from (select name_fold from machines
        where machines.user_id = user_search.user_id order by id desc limit ${sql.lit(maxMachineNames)}) as newest), '')`,
    })
    .where('userId', 'in', ids)
    .execute();
}

/** The maximum number of PCs whose names are in a search text. The triggers on `machines` use the same number. */
const maxMachineNames = 50;

function createSearchText({ login, ...fields }: SearchedFields) {
  const { firstName, lastName, company } = fields;
  // A keyword can contain the whole name, in both orders.
  const otherTexts = searchedNames
    .filter((name) => name !== 'firstName' && name !== 'lastName')
    .map((name) => fields[name] ?? '');
  const searchedTexts = [`${firstName} ${lastName}`, `${lastName} ${firstName}`, login, ...otherTexts];
  const digits = otherTexts.map(listSearchedDigits).filter((text) => text !== '');
  const fold = foldText([...searchedTexts, ...digits].join('\n'));
  return {
    fold,
    starts: listWordStarts(fold),
    firstName: foldText(firstName),
    lastName: foldText(lastName),
    company: foldText(company),
  };
}

/** Finds the company in the viewer's scope whose whole name is the keyword. Without a keyword, or if the list shows one company, there is none. */
export async function findCompanyOfKeyword(
  db: Db,
  viewer: Viewer,
  { keyword, company }: { keyword: string; company?: string | undefined },
): Promise<{ companyOfKeyword?: string }> {
  const fold = foldText(keyword.trim());
  if (fold === '' || company !== undefined) return {};
  const row = await db
    .selectFrom('userSearch')
    .innerJoin('users', 'users.id', 'userSearch.userId')
    .select('users.company')
    .where('userSearch.company', '=', fold)
    .where(inScope(viewer))
    .limit(1)
    .executeTakeFirst();
  return row ? { companyOfKeyword: row.company } : {};
}

/** Locks the searched fields of the given users, because another transaction could change them at the same time. */
const lockSearchedUsers = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('users')
    .select(['id', 'login', ...searchedNames])
    .where('id', 'in', ids)
    .where('status', '<>', 'deleted')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
