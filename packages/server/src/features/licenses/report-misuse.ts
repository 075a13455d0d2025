import type { Database, Trx } from '#server/database/database.ts';
import { isInScope } from '#server/features/users/scope.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { days } from '#server/platform/clock.ts';
import { Problem } from '#server/platform/problem.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { Pace } from '#server/platform/security/throttle.repository.ts';
import { findOwner, findStaff } from './licenses.repository.ts';
import type { LicenseRow } from './licenses.repository.ts';

type Misuse = {
  /** The licence that the code had brought. */
  row: LicenseRow;
  /** Whom it was sent for, and by whom. */
  userId: number;
  actorId: number;
  requestId: string;
  at: number;
};

/** Once a day for each licence and account: who sends a code again and again fills neither the record nor anybody's mailbox. */
const pace: Pace = { free: 1, windowMs: days(1), firstWaitMs: days(1), longestWaitMs: days(1) };

/** Puts on record that a code of one account was sent from another, and tells staff. */
export async function reportMisuse(database: Database, queueLetter: QueueLetter, misuse: Misuse): Promise<void> {
  const { row, userId, actorId, requestId, at } = misuse;
  if (!(await isFirst(database, `misuse:${row.id}:${userId}`, at))) return;
  await database.transact(async (trx) => {
    for (const letter of await lettersAbout(trx, misuse)) await queueLetter(trx, letter);
    await recordAudit(trx, {
      at,
      actorId,
      requestId,
      action: 'license.refuse',
      subject: { kind: 'license', id: row.id },
      after: { code: 'CODE_USED_BY_OTHER', userId },
    });
  });
}

async function isFirst({ kysely }: Database, key: string, at: number): Promise<boolean> {
  try {
    await claimAttempt(kysely, key, pace, at);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'TOO_MANY_ATTEMPTS') return false;
    throw error;
  }
}

async function lettersAbout(trx: Trx, { row, userId }: Misuse) {
  const owner = await findOwner(trx, row.user_id);
  const other = await findOwner(trx, userId);
  if (!owner || !other) return [];
  const facts = {
    machineName: row.machine_name,
    owner: owner.status === 'deleted' ? 'an account that was deleted' : owner.login,
    other: other.login,
  };
  return (await whoIsTold(trx, [owner.id, other.id])).map((told) => ({
    kind: 'codeUsedByOther' as const,
    to: told.login,
    userId: told.id,
    brandId: told.brand_id,
    firstName: told.first_name,
    ...facts,
  }));
}

/** The salesmen who look after both, else the administrators: the letter names both, and nobody learns of customers that are not his. */
async function whoIsTold(trx: Trx, accounts: readonly number[]) {
  const staff = await findStaff(trx);
  const both = [];
  for (const salesman of staff.filter(({ profile_id: profile }) => profile === 2)) {
    const viewer = { userId: salesman.id, profileID: salesman.profile_id };
    // One after the other: a transaction has one connection.
    // oxlint-disable-next-line no-await-in-loop -- one connection answers one after the other anyway
    if (await seesAll(trx, viewer, accounts)) both.push(salesman);
  }
  return both.length > 0 ? both : staff.filter(({ profile_id: profile }) => profile === 1);
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
