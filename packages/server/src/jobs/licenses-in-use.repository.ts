import type { Db } from '#server/database/database.ts';

/** The licences in use: the newest of a PC that was not given up, of an owner who is active. */
export const licensesInUse = (db: Db) =>
  db
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.user_id')
    .innerJoin('machines', 'machines.id', 'licenses.machine_id')
    .where('licenses.revoked_at', 'is', null)
    .where('licenses.replaced_at', 'is', null)
    .where('machines.released_at', 'is', null)
    .where('users.status', '=', 'active');
