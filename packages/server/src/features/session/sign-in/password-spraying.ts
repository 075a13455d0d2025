import type { Db, Trx } from '#server/database/foundation.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { hours, minutes } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { findNetwork } from '#server/platform/http/request-origin.ts';
import {
  claimAttempt,
  countAttempts,
  deleteOldestKeys,
  toFalseIfLimited,
  wrongPasswordKeys,
  type RateLimit,
} from '#server/platform/security/throttle.repository.ts';
import { findAdministrators } from '#server/features/users/access/administrators.repository.ts';

/**
 * Limits how often one wrong password can be tried at different accounts from unknown devices: at 10 accounts an hour,
 * and then about 6 more times.
 */
const sprayLimit: RateLimit = {
  freeAttempts: 10,
  windowMs: hours(1),
  firstWaitMs: minutes(1),
  longestWaitMs: minutes(15),
};
/**
 * Allows one event an hour. A program that repeats an old password at one account therefore counts once, and
 * administrators get one e-mail.
 */
const oncePerHour: RateLimit = { freeAttempts: 1, windowMs: hours(1), firstWaitMs: hours(1), longestWaitMs: hours(1) };

/** The highest number of stored counters, so that many guesses do not fill the table. */
const maxCounters = 20_000;

const toCounterKey = (passwordMark: string): string => `${wrongPasswordKeys.from}${passwordMark}`;

/**
 * Returns the counter of a password that was wrong at many accounts within an hour, which limits further attempts; null
 * if the password was not wrong at so many accounts.
 */
export async function findSprayCounter(db: Db, passwordMark: string, now: number) {
  const key = toCounterKey(passwordMark);
  const count = await countAttempts(db, key, sprayLimit, now);
  return count < sprayLimit.freeAttempts ? null : { key, limit: sprayLimit, isShared: true as const };
}

type SprayContext = Pick<CallContext, 'database' | 'queueLetter'>;
/** A failed sign-in. `mark` is a keyed hash of the password, `account` a hash of the login. */
type WrongPassword = { mark: string; account: string; ipAddress: string; requestId: string; now: number };

/** Counts a wrong password for an account, and notifies the administrators when it was wrong at many accounts. */
export async function countWrongPassword(
  { database, queueLetter }: SprayContext,
  wrongPassword: WrongPassword,
): Promise<void> {
  const { mark, account, now } = wrongPassword;
  const key = toCounterKey(mark);
  await database.transact(async (trx) => {
    // The counters without attempts for the longest time make room, so that a flood of passwords does not end the counting.
    await deleteOldestKeys(trx, { ...wrongPasswordKeys, most: maxCounters });
    // The limit is checked again in the transaction, because simultaneous attempts may have reached it.
    if (await findSprayCounter(trx, mark, now)) return;
    if (!(await isFirstOfHour(trx, `${key}:${account.slice(0, 16)}`, now))) return;
    const accounts = await claimAttempt(trx, key, sprayLimit, now);
    if (accounts === sprayLimit.freeAttempts) await reportSpraying(trx, queueLetter, { ...wrongPassword, accounts });
  });
}

const isFirstOfHour = (trx: Trx, key: string, now: number): Promise<boolean> =>
  claimAttempt(trx, key, oncePerHour, now).then(() => true, toFalseIfLimited);

async function reportSpraying(
  trx: Trx,
  queueLetter: QueueLetter,
  { accounts, ipAddress, requestId, now: at }: WrongPassword & { accounts: number },
): Promise<void> {
  const network = findNetwork(ipAddress);
  // Administrators get at most one e-mail an hour. Without this limit, anyone could make the portal send many e-mails
  // to the administrators.
  const recipients = (await isFirstOfHour(trx, 'password-sprayed:letter', at)) ? await findAdministrators(trx) : [];
  for (const administrator of recipients)
    await queueLetter(trx, { kind: 'passwordSprayed', ...administrator, accounts, network, at });
  const auditSubject = { kind: 'user', id: null } as const;
  const auditValues = { accounts, network };
  await recordAudit(trx, {
    at,
    actorId: null,
    requestId,
    action: 'session.passwordSprayed',
    subject: auditSubject,
    after: auditValues,
  });
}
