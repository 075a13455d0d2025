import type { Db } from '#server/database/database.ts';

/** The licences in use: the newest of a PC that was not given up, of an owner who is active. */
export const licensesInUse = (db: Db) =>
  db
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .where('licenses.revokedAt', 'is', null)
    .where('licenses.replacedAt', 'is', null)
    .where('machines.releasedAt', 'is', null)
    .where('users.status', '=', 'active');
