import type { Db } from '#server/database/database.ts';

/** Finds the account that has a login. */
export const findHolderOfLogin = (db: Db, loginFold: string) =>
  db.selectFrom('users').select(['id', 'login']).where('loginFold', '=', loginFold).executeTakeFirst();

export type Holder = NonNullable<Awaited<ReturnType<typeof findHolderOfLogin>>>;
