import type { Database, Db, Trx } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { hours, minutes } from '#server/platform/clock.ts';
import { findNetwork } from '#server/platform/http/network-of.ts';
import { Problem } from '#server/platform/problem.ts';
import {
  claimAttempt,
  countAttempts,
  countKeys,
  wrongPasswordKeys,
} from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { findAdministrators } from './administrators.repository.ts';

/** For one wrong password at all accounts, from unknown devices: 10 accounts an hour, then about 6 more attempts. */
const sprayLimit: RateLimit = { free: 10, windowMs: hours(1), firstWaitMs: minutes(1), longestWaitMs: minutes(15) };
/** For what counts once: a program that repeats an old password at its account, and the letters to the administrators. */
const onceAnHour: RateLimit = { free: 1, windowMs: hours(1), firstWaitMs: hours(1), longestWaitMs: hours(1) };

/** More are not counted, so that a flood of guesses does not fill the table. */
const mostCounters = 20_000;

const counterOf = (mark: string): string => `${wrongPasswordKeys.from}${mark}`;

/** The counter that an attempt with a sprayed password is claimed under: one that was wrong at many accounts within an hour. */
export async function findSprayCounter(db: Db, mark: string, now: number) {
  const key = counterOf(mark);
  const count = await countAttempts(db, key, sprayLimit, now);
  return count < sprayLimit.free ? null : { key, pace: sprayLimit, isShared: true as const };
}

type Dependencies = { database: Database; queueLetter: QueueLetter };
/** `account`: a hash of the login. */
type WrongPassword = { mark: string; account: string; address: string; requestId: string; now: number };

/** Counts a wrong password for its account, and reports it to the administrators when it was wrong at many accounts. */
export async function countWrongPassword({ database, queueLetter }: Dependencies, wrong: WrongPassword): Promise<void> {
  const { mark, account, now } = wrong;
  const key = counterOf(mark);
  await database.transact(async (trx) => {
    if ((await countKeys(trx, { ...wrongPasswordKeys, most: mostCounters })) === mostCounters) return;
    // Other attempts at this moment may have reached the limit.
    if (await findSprayCounter(trx, mark, now)) return;
    if (!(await isFirstOfHour(trx, `${key}:${account.slice(0, 16)}`, now))) return;
    const accounts = await claimAttempt(trx, key, sprayLimit, now);
    if (accounts === sprayLimit.free) await reportSpraying(trx, queueLetter, { ...wrong, accounts });
  });
}

async function isFirstOfHour(trx: Trx, key: string, now: number): Promise<boolean> {
  try {
    await claimAttempt(trx, key, onceAnHour, now);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'TOO_MANY_ATTEMPTS') return false;
    throw error;
  }
}

async function reportSpraying(
  trx: Trx,
  queueLetter: QueueLetter,
  { accounts, address, requestId, now: at }: WrongPassword & { accounts: number },
): Promise<void> {
  const network = findNetwork(address);
  // The attempts need no real accounts, so that without this limit anybody could send many letters to the administrators.
  const recipients = (await isFirstOfHour(trx, 'password-sprayed:letter', at)) ? await findAdministrators(trx) : [];
  for (const administrator of recipients)
    await queueLetter(trx, { kind: 'passwordSprayed', ...administrator, accounts, network, at });
  const subject = { kind: 'user', id: null } as const;
  const after = { accounts, network };
  await recordAudit(trx, { at, actorId: null, requestId, action: 'session.passwordSprayed', subject, after });
}
