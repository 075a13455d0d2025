import { createHash } from 'node:crypto';
import type { Database, Db } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import type { AfterResponse } from '#server/platform/background/after-response.ts';
import { minutes, seconds } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { HumanVerification } from '#server/platform/security/human-verification.ts';
import type { Origin } from '#server/platform/http/mount.ts';
import { findNetwork } from '#server/platform/http/network-of.ts';
import type { MarkPassword } from '#server/platform/security/password-mark.ts';
import type { Passwords } from '#server/platform/security/passwords.ts';
import { problem } from '#server/platform/problem.ts';
import {
  claimAttempt,
  countAttempts,
  forgetAttempts,
  returnAttempt,
} from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { foldLogin } from '#server/platform/security/fold-login.ts';
import { findCredentials } from './session.repository.ts';
import { countWrongPassword, findSprayCounter } from './password-spraying.ts';
import { findKnownDevice } from './known-devices.repository.ts';

/** For one device, or one network at one account: about a dozen guesses in 15 minutes. */
const guessLimit: RateLimit = { free: 4, windowMs: minutes(15), firstWaitMs: seconds(5), longestWaitMs: minutes(5) };
/**
 * For all unknown devices at one account together: 10 in a window, and never more than 20 in any 15 minutes across two
 * windows.
 */
const accountLimit: RateLimit = { free: 6, windowMs: minutes(15), firstWaitMs: minutes(1), longestWaitMs: minutes(5) };
/** For one network at all accounts; higher, because an office shares one address. */
const addressLimit: RateLimit = { free: 60, windowMs: minutes(15), firstWaitMs: seconds(5), longestWaitMs: minutes(5) };

/** The number of failures, at the account or of the device, from which a proof of a human user is required. */
const failuresBeforeVerification = 3;

export type VerifiedAccount = { userId: number; login: string; profileID: number; passwordHash: string };

type Dependencies = {
  database: Database;
  clock: Clock;
  passwords: Passwords;
  human: HumanVerification;
  markPassword: MarkPassword;
  queueLetter: QueueLetter;
  afterwards: AfterResponse;
};
type Credentials = { login: string; password: string; humanVerification?: string | undefined };
/** The counters of an attempt, the counter of the account first. */
type Attempt = { account: string; isKnownDevice: boolean; keys: readonly Counter[] };
type Counter = { key: string; pace: RateLimit; isShared?: true };

/**
 * Returns the account with this login and password. Throws WRONG_CREDENTIALS, whether the login or the password is
 * wrong, after the same work. Attempts are counted before the hash is computed, so that guesses cost the server little.
 * Only a caller with the correct password learns that an account is blocked (ACCOUNT_PROBLEM).
 */
export async function checkCredentials(
  { database, clock, passwords, human, markPassword, queueLetter, afterwards }: Dependencies,
  asked: Credentials,
  origin: Pick<Origin, 'address' | 'device' | 'requestId'>,
): Promise<VerifiedAccount> {
  const loginFold = foldLogin(asked.login);
  const now = clock();
  const attempt = await createAttempt(database.kysely, loginFold, origin);
  if (await isVerificationRequired(database.kysely, attempt, now))
    await human.require(asked.humanVerification, origin.address);
  const db = database.kysely;
  const mark = markPassword(asked.password, now);
  const sprayed = attempt.isKnownDevice ? null : await findSprayCounter(db, mark, now);
  const counters = sprayed ? [...attempt.keys, sprayed] : attempt.keys;
  // All or none: a blocked address must not use up the attempts of an account.
  await database.transact(async (trx) => {
    for (const { key, pace } of counters) await claimAttempt(trx, key, pace, now);
  });
  const user = await findCredentials(db, loginFold);
  const fits = await passwords.fits(user?.passwordHash ?? null, asked.password);
  if (!user || !fits || user.passwordHash === null) {
    const wrong = { mark, account: attempt.account, address: origin.address, requestId: origin.requestId, now };
    if (!sprayed && !attempt.isKnownDevice)
      afterwards.run('countWrongPassword', () => countWrongPassword({ database, queueLetter }, wrong));
    throw problem('WRONG_CREDENTIALS');
  }
  for (const { key, isShared } of counters) await (isShared ? returnAttempt(db, key) : forgetAttempts(db, key));
  if (user.status !== 'active' || user.profileId === null) throw problem('ACCOUNT_PROBLEM');
  return { userId: user.id, login: user.login, profileID: user.profileId, passwordHash: user.passwordHash };
}

/** The failures of a whole network do not count: an office shares one address. */
async function isVerificationRequired(db: Db, { keys }: Attempt, now: number): Promise<boolean> {
  const own = keys.filter(({ isShared }) => !isShared);
  const counts = await Promise.all(own.map(({ key, pace }) => countAttempts(db, key, pace, now)));
  return Math.max(...counts) >= failuresBeforeVerification;
}

/**
 * A device on which this user has signed in before has its own counter, so that guesses from elsewhere never lock out
 * the owner. All other devices share the counters of the account, of the account with their network, and of the
 * network. Keys contain a hash of the login, so that a password typed into the wrong field is never stored.
 */
async function createAttempt(
  db: Db,
  loginFold: string,
  { address, device }: Pick<Origin, 'address' | 'device'>,
): Promise<Attempt> {
  const account = createHash('sha256').update(loginFold).digest('base64url');
  const known = device == null ? null : await findKnownDevice(db, device, loginFold);
  if (known !== null)
    return { account, isKnownDevice: true, keys: [{ key: `sign-in:device:${account}:${known}`, pace: guessLimit }] };
  const network = findNetwork(address);
  return {
    account,
    isKnownDevice: false,
    keys: [
      { key: `sign-in:account:${account}`, pace: accountLimit },
      { key: `sign-in:network:${account}:${network}`, pace: guessLimit },
      { key: `sign-in:address:${network}`, pace: addressLimit, isShared: true },
    ],
  };
}
