import { createHash } from 'node:crypto';
import type { Database, Db } from '#server/database/database.ts';
import { minutes, seconds } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { HumanVerification } from '#server/platform/security/human-verification.ts';
import type { Origin } from '#server/platform/http/mount.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import type { Passwords } from '#server/platform/security/passwords.ts';
import { problem } from '#server/platform/problem.ts';
import {
  claimAttempt,
  countAttempts,
  forgetAttempts,
  returnAttempt,
} from '#server/platform/security/throttle.repository.ts';
import type { Pace } from '#server/platform/security/throttle.repository.ts';
import { foldLogin } from '#server/platform/security/fold-login.ts';
import { findCredentials } from './session.repository.ts';
import { findKnownDevice } from './known-devices.repository.ts';

/** Of one device, or of one network at one account: about a dozen guesses in a quarter of an hour. */
const guessPace: Pace = { free: 4, windowMs: minutes(15), firstWaitMs: seconds(5), longestWaitMs: minutes(5) };
/** Of all unknown devices together at one account: 10 in a window, and never 20 in any quarter of an hour across two windows. */
const accountPace: Pace = { free: 6, windowMs: minutes(15), firstWaitMs: minutes(1), longestWaitMs: minutes(5) };
/** Of one network at all accounts; an office behind one address has more space. */
const addressPace: Pace = { free: 60, windowMs: minutes(15), firstWaitMs: seconds(5), longestWaitMs: minutes(5) };

/** The number of failures, at the account or of the device, from which a proof of a human user is required. */
const failuresBeforeVerification = 3;

export type SignedIn = { userId: number; login: string; profileID: number; passwordHash: string };

type Needs = { database: Database; clock: Clock; passwords: Passwords; human: HumanVerification };
type Asked = { login: string; password: string; humanVerification?: string | undefined };
/** The counts that an attempt is claimed under, the one of the account first. */
type Attempt = { keys: readonly { key: string; pace: Pace; isShared?: true }[] };

/**
 * The account that a login and a password open; WRONG_CREDENTIALS whether the login or the password is wrong, at the same cost.
 * Attempts are claimed before the hash is computed, so that guessing costs the guesser and not the server. Only who knows the
 * password learns that an account may not be used (ACCOUNT_PROBLEM).
 */
export async function checkCredentials(
  { database, clock, passwords, human }: Needs,
  asked: Asked,
  origin: Pick<Origin, 'address' | 'device'>,
): Promise<SignedIn> {
  const loginFold = foldLogin(asked.login);
  const now = clock();
  const attempt = await attemptOf(database.kysely, loginFold, origin);
  if (await hasFailedOften(database.kysely, attempt, now)) await human.require(asked.humanVerification, origin.address);
  // All or none: an address that is held back must not use up the attempts of an account.
  await database.transact(async (trx) => {
    for (const { key, pace } of attempt.keys) await claimAttempt(trx, key, pace, now);
  });
  const db = database.kysely;
  const user = await findCredentials(db, loginFold);
  const fits = await passwords.fits(user?.passwordHash ?? null, asked.password);
  if (!user || !fits || user.passwordHash === null) throw problem('WRONG_CREDENTIALS');
  for (const { key, isShared } of attempt.keys) await (isShared ? returnAttempt(db, key) : forgetAttempts(db, key));
  if (user.status !== 'active' || user.profileId === null) throw problem('ACCOUNT_PROBLEM');
  return { userId: user.id, login: user.login, profileID: user.profileId, passwordHash: user.passwordHash };
}

/** The failures of a whole network do not count: an office shares one address. */
async function hasFailedOften(db: Db, { keys }: Attempt, now: number): Promise<boolean> {
  const own = keys.filter(({ isShared }) => !isShared);
  const counts = await Promise.all(own.map(({ key, pace }) => countAttempts(db, key, pace, now)));
  return Math.max(...counts) >= failuresBeforeVerification;
}

/**
 * A device at which this user has signed in before counts its guesses for itself, so that guesses from elsewhere never keep its owner out.
 * All others share the counts of the account, of the account and their network, and of the network. Keys hold a hash of the login, so that
 * a password typed into the wrong field is never in the table.
 */
async function attemptOf(
  db: Db,
  loginFold: string,
  { address, device }: Pick<Origin, 'address' | 'device'>,
): Promise<Attempt> {
  const account = createHash('sha256').update(loginFold).digest('base64url');
  const known = device == null ? null : await findKnownDevice(db, device, loginFold);
  if (known !== null) return { keys: [{ key: `sign-in:device:${account}:${known}`, pace: guessPace }] };
  const network = networkOf(address);
  return {
    keys: [
      { key: `sign-in:account:${account}`, pace: accountPace },
      { key: `sign-in:network:${account}:${network}`, pace: guessPace },
      { key: `sign-in:address:${network}`, pace: addressPace, isShared: true },
    ],
  };
}
