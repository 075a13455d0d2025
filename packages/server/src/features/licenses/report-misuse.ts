import type { Database, Trx } from '#server/database/database.ts';
import { isInScope } from '#server/features/users/scope.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { findOwner, findStaff } from './licenses.repository.ts';
import type { LicenseRow } from './licenses.repository.ts';
import { claimFirstOfDay } from './once-a-day.ts';

type Misuse = {
  /** The licence that the code created. */
  row: LicenseRow;
  /** The account for which it was sent, and the sender. */
  userId: number;
  actorId: number;
  requestId: string;
  at: number;
};

/** Writes to the audit log that a code of one account was sent from another, and notifies staff. */
export async function reportMisuse(database: Database, queueLetter: QueueLetter, misuse: Misuse): Promise<void> {
  const { row, userId, actorId, requestId, at } = misuse;
  // Repeated attempts are limited, so that they fill neither the audit log nor a mailbox.
  if (!(await claimFirstOfDay(database, `misuse:${row.id}:${userId}`, at))) return;
  await database.transact(async (trx) => {
    for (const letter of await createLetters(trx, misuse)) await queueLetter(trx, letter);
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

async function createLetters(trx: Trx, { row, userId }: Misuse) {
  const owner = await findOwner(trx, row.userId);
  const other = await findOwner(trx, userId);
  if (!owner || !other) return [];
  const facts = {
    machineName: row.machineName,
    owner: { userId: owner.id, name: owner.status === 'deleted' ? 'an account that was deleted' : owner.login },
    other: { userId: other.id, name: other.login },
  };
  return (await findRecipientsFor(trx, [owner.id, other.id])).map((told) => ({
    kind: 'codeUsedByOther' as const,
    to: told.login,
    userId: told.id,
    brandId: told.brandId,
    firstName: told.firstName,
    ...facts,
  }));
}

/** Returns the salesmen who have both customers in scope, else the administrators, because the e-mail names both. */
async function findRecipientsFor(trx: Trx, accounts: readonly number[]) {
  const staff = await findStaff(trx);
  const both = [];
  for (const salesman of staff.filter(({ profileId: profile }) => profile === 2)) {
    const viewer = { userId: salesman.id, profileID: salesman.profileId };
    // Sequential: a transaction has only one connection.
    // oxlint-disable-next-line no-await-in-loop -- one connection answers one after the other anyway
    if (await isEachInScope(trx, viewer, accounts)) both.push(salesman);
  }
  return both.length > 0 ? both : staff.filter(({ profileId: profile }) => profile === 1);
}

async function isEachInScope(
  trx: Trx,
  viewer: Parameters<typeof isInScope>[1],
  accounts: readonly number[],
): Promise<boolean> {
  for (const account of accounts)
    // oxlint-disable-next-line no-await-in-loop -- one connection answers one after the other anyway
    if (viewer.userId === account || !(await isInScope(trx, viewer, account))) return false;
  return true;
}
