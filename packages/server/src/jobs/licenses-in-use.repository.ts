import type { Db } from '#server/database/database.ts';

/** Licences in use: the newest of each PC that was not released, of active owners. */
export const selectLicensesInUse = (db: Db) =>
  db
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .where('licenses.revokedAt', 'is', null)
    .where('licenses.replacedAt', 'is', null)
    .where('machines.releasedAt', 'is', null)
    .where('users.status', '=', 'active');
