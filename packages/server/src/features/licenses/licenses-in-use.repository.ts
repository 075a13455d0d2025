import type { Db, Trx } from '#server/database/database.ts';
import { contactColumns } from '#server/features/users/contact-columns.ts';

/** Selects the licences in use: the newest licence of each PC that was not released and whose owner is active. */
export const selectLicensesInUse = (db: Db) =>
  db
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .where('licenses.revokedAt', 'is', null)
    .where('licenses.replacedAt', 'is', null)
    .where('machines.releasedAt', 'is', null)
    .where('users.status', '=', 'active');

/** Finds a licence in use with the data for its reminders and their recipients. */
export const findLicenseToRemind = (trx: Trx, id: number) =>
  selectLicensesInUse(trx)
    .innerJoin('tools', 'tools.id', 'licenses.toolId')
    .select([
      'licenses.userId',
      'licenses.expiresAt',
      'licenses.graceDays',
      'machines.name as machine',
      'tools.name as tool',
      ...contactColumns,
      'users.canReceiveMail',
    ])
    .where('licenses.id', '=', id)
    .executeTakeFirst();

export type LicenseToRemind = NonNullable<Awaited<ReturnType<typeof findLicenseToRemind>>>;
