import type { Trx } from '#server/database/database.ts';
import { licenseColumns } from './licenses.repository.ts';

/**
 * Locks a licence with the data for its e-mail until the transaction ends, so that the second of two simultaneous requests finds the e-mail
 * of the first.
 */
export const lockLicenseToSend = (trx: Trx, userId: number, licenseId: number) =>
  trx
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .innerJoin('tools', 'tools.id', 'licenses.toolId')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .select([
      ...licenseColumns,
      'licenses.licenceFile',
      'tools.name as toolName',
      'users.login',
      'users.firstName',
      'users.brandId as ownerBrandId',
      'users.status as ownerStatus',
    ])
    .where('licenses.id', '=', licenseId)
    .where('licenses.userId', '=', userId)
    .forUpdate('licenses')
    .executeTakeFirst();

export type LicenseToSend = NonNullable<Awaited<ReturnType<typeof lockLicenseToSend>>>;

/** Makes a queued e-mail with this licence due now. Returns whether an e-mail with this licence is queued or is being sent. */
export async function makeLetterDue(trx: Trx, licenseId: number, now: number): Promise<boolean> {
  const updateResult = await trx
    .updateTable('outbox')
    .set((set) => ({
      nextAttemptAt: set.case().when('state', '=', 'queued').then(now).else(set.ref('nextAttemptAt')).end(),
    }))
    .where('licenseId', '=', licenseId)
    .where('state', 'in', ['queued', 'sending'])
    .executeTakeFirst();
  return updateResult.numUpdatedRows > 0n;
}
