import type { Database, Trx } from '#server/database/database.ts';
import { isInScope } from '#server/features/users/scope.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { findOwner, findStaff } from './licenses.repository.ts';
import type { LicenseRow } from './licenses.repository.ts';
import { isFirstOfDay } from './once-a-day.ts';

type Misuse = {
  /** The licence that the code created. */
  row: LicenseRow;
  /** Whom it was sent for, and by whom. */
  userId: number;
  actorId: number;
  requestId: string;
  at: number;
};

/** Writes to the audit log that a code of one account was sent from another, and notifies staff. */
export async function reportMisuse(database: Database, queueLetter: QueueLetter, misuse: Misuse): Promise<void> {
  const { row, userId, actorId, requestId, at } = misuse;
  // Repeated attempts are limited, so that they fill neither the audit log nor a mailbox.
  if (!(await isFirstOfDay(database, `misuse:${row.id}:${userId}`, at))) return;
  await database.transact(async (trx) => {
    for (const letter of await lettersAbout(trx, misuse)) await queueLetter(trx, letter);
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

async function lettersAbout(trx: Trx, { row, userId }: Misuse) {
  const owner = await findOwner(trx, row.userId);
  const other = await findOwner(trx, userId);
  if (!owner || !other) return [];
  const facts = {
    machineName: row.machineName,
    owner: { userId: owner.id, name: owner.status === 'deleted' ? 'an account that was deleted' : owner.login },
    other: { userId: other.id, name: other.login },
  };
  return (await whoIsTold(trx, [owner.id, other.id])).map((told) => ({
    kind: 'codeUsedByOther' as const,
    to: told.login,
    userId: told.id,
    brandId: told.brandId,
    firstName: told.firstName,
    ...facts,
  }));
}

/** Returns the salesmen of both customers, else the administrators: the e-mail names both, so no salesman sees another's customer. */
async function whoIsTold(trx: Trx, accounts: readonly number[]) {
  const staff = await findStaff(trx);
  const both = [];
  for (const salesman of staff.filter(({ profileId: profile }) => profile === 2)) {
    const viewer = { userId: salesman.id, profileID: salesman.profileId };
    // One after the other: a transaction has one connection.
    // oxlint-disable-next-line no-await-in-loop -- one connection answers one after the other anyway
    if (await seesAll(trx, viewer, accounts)) both.push(salesman);
  }
  return both.length > 0 ? both : staff.filter(({ profileId: profile }) => profile === 1);
}

async function seesAll(
  trx: Trx,
  viewer: Parameters<typeof isInScope>[1],
  accounts: readonly number[],
): Promise<boolean> {
  for (const account of accounts)
    // oxlint-disable-next-line no-await-in-loop -- one connection answers one after the other anyway
    if (viewer.userId === account || !(await isInScope(trx, viewer, account))) return false;
  return true;
}
