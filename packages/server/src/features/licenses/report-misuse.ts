import { claimFirstCallOfDay } from '#server/platform/security/once-a-day.ts';
import type { Database, Trx } from '#server/database/database.ts';
import { replaceAbsentSalesmen, toLetterRecipient } from '#server/features/users/deputies.ts';
import type { StaffRecipient } from '#server/features/users/deputies.ts';
import { isInScope } from '#server/features/users/scope.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { findOwner, findStaff } from './licenses.repository.ts';
import type { LicenseRow } from './licenses.repository.ts';

type Misuse = {
  /** The licence that the code created. */
  row: LicenseRow;
  /** The account for which the code was sent. */
  userId: number;
  actorId: number;
  requestId: string;
  at: number;
};

/** Records in the audit log that a code of one account was sent by another account, and notifies staff. */
export async function reportMisuse(database: Database, queueLetter: QueueLetter, misuse: Misuse): Promise<void> {
  const { row, userId, actorId, requestId, at } = misuse;
  // Repeated attempts are limited: the audit log gets each code of an account once a day, and staff get one e-mail about it a day.
  if (!(await claimFirstCallOfDay(database, `misuse:${row.id}:${userId}`, at))) return;
  const isFirstOfSender = await claimFirstCallOfDay(database, `misuse letter:${userId}`, at);
  await database.transact(async (trx) => {
    if (isFirstOfSender) for (const letter of await createLetters(trx, misuse)) await queueLetter(trx, letter);
    await recordAudit(trx, {
      at,
      actorId,
      requestId,
      action: 'license.refuse',
      subject: { kind: 'license', id: row.id, personId: row.userId },
      after: { code: 'CODE_USED_BY_OTHER', userId },
    });
  });
}

async function createLetters(trx: Trx, { row, userId, at }: Misuse) {
  const owner = await findOwner(trx, row.userId);
  const sendingUser = await findOwner(trx, userId);
  if (!owner || !sendingUser) return [];
  const letterFacts = {
    machineName: row.machineName,
    owner: { userId: owner.id, name: owner.status === 'deleted' ? 'an account that was deleted' : owner.login },
    other: { userId: sendingUser.id, name: sendingUser.login },
  };
  return (await findStaffForAll(trx, [owner.id, sendingUser.id], at)).map((recipient) => ({
    kind: 'codeUsedByOther' as const,
    ...toLetterRecipient(recipient),
    ...letterFacts,
  }));
}

/**
 * Returns the salesmen who have all the given users in their own scope, else the administrators, because the e-mail names all these users.
 * Deputies replace absent salesmen.
 */
export async function findStaffForAll(trx: Trx, userIds: readonly number[], now: number): Promise<StaffRecipient[]> {
  const staff = await findStaff(trx);
  const salesmenOfAllUsers = [];
  for (const salesman of staff.filter(({ profileId: profile }) => profile === 2)) {
    const viewer = { userId: salesman.id, profileID: salesman.profileId };
    // Sequential: a transaction has only one connection.
    // oxlint-disable-next-line no-await-in-loop -- a transaction runs one statement at a time anyway
    if (await isEachInScope(trx, viewer, userIds)) salesmenOfAllUsers.push(salesman);
  }
  return salesmenOfAllUsers.length > 0
    ? replaceAbsentSalesmen(trx, salesmenOfAllUsers, { now, except: userIds })
    : staff.filter(({ profileId: profile }) => profile === 1);
}

async function isEachInScope(
  trx: Trx,
  viewer: Parameters<typeof isInScope>[1],
  userIds: readonly number[],
): Promise<boolean> {
  for (const userId of userIds)
    // oxlint-disable-next-line no-await-in-loop -- a transaction runs one statement at a time anyway
    if (viewer.userId === userId || !(await isInScope(trx, viewer, userId))) return false;
  return true;
}
