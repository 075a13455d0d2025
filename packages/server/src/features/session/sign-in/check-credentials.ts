import { createHash } from 'node:crypto';
import { together, type Database } from '#server/database/database.ts';
import type { Db } from '#server/database/foundation.ts';
import type { AfterResponse } from '#server/platform/background/after-response.ts';
import { minutes, seconds } from '#server/platform/clock/clock.ts';
import type { HumanVerification } from '#server/platform/human-check/human-verification.ts';
import type { CallContext, Origin } from '#server/platform/http/call-context.ts';
import { findNetwork, findSite } from '#server/platform/http/request-origin.ts';
import type { MarkPassword } from '#server/platform/passwords/passwords.ts';
import { Problem, problem } from '#server/platform/problem.ts';
import {
  claimAttempt,
  countAttempts,
  deleteAttempts,
  returnAttempt,
} from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';
import { findCredentials } from '../session.repository.ts';
import { countWrongPassword, findSprayCounter } from './password-spraying.ts';
import { findKnownDevice } from './known-devices.repository.ts';

/** Limits the sign-in attempts at one account from one known device, or from one site, to about 12 in 15 minutes. */
const guessLimit: RateLimit = {
  freeAttempts: 4,
  windowMs: minutes(15),
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(5),
};
/**
 * Limits the sign-in attempts at one account from all unknown devices together to about 10 in a window. Any 15 minutes
 * can touch two windows, so they contain at most 20 attempts.
 */
const accountLimit: RateLimit = {
  freeAttempts: 6,
  windowMs: minutes(15),
  firstWaitMs: minutes(1),
  longestWaitMs: minutes(5),
};
/**
 * Limits the sign-in attempts at one account from all unknown devices that passed human verification for the attempt,
 * such as a proof of work. These attempts do not count towards `accountLimit`, so that somebody who guesses passwords does
 * not stop the owner on a new device: each verification gives one attempt within `guessLimit` of the site. This limit only
 * concerns an attacker with more than fifty sites.
 */
const provedLimit: RateLimit = {
  freeAttempts: 600,
  windowMs: minutes(15),
  firstWaitMs: seconds(1),
  longestWaitMs: seconds(15),
};
/**
 * Limits the sign-in attempts from one network, for all accounts together. The limit of a network is higher than that
 * of an account, because many people in an office share one address.
 */
const addressLimit: RateLimit = {
  freeAttempts: 60,
  windowMs: minutes(15),
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(5),
};

/** After this number of failed sign-ins at an account or on a device, human verification is required. */
const failuresBeforeVerification = 3;

/** An account whose login and password were correct, and the hash of the device if it is known. */
export type VerifiedAccount = {
  userId: number;
  login: string;
  profileID: number;
  passwordHash: string;
  deviceHash: string | null;
};

export type CredentialsContext = Pick<
  CallContext,
  'database' | 'db' | 'origin' | 'at' | 'passwords' | 'queueLetter'
> & {
  human: HumanVerification;
  markPassword: MarkPassword;
  afterResponse: AfterResponse;
};
type Credentials = { login: string; password: string; humanVerification?: string | undefined };
/** A sign-in attempt: the hash of the login, and the counters that limit the attempt. */
type Attempt = {
  account: string;
  /** The hash of a known device; null for any other device. */
  deviceHash: string | null;
  keys: readonly Counter[];
  /** The counters of an attempt with human verification. */
  provedKeys: readonly Counter[];
};
type Counter = { key: string; limit: RateLimit; isShared?: true };

/**
 * Returns the account with the given login and password. Throws WRONG_CREDENTIALS if the login or the password is
 * wrong; a wrong login and a wrong password take the same time. Attempts are counted before the hash is computed, so
 * that guesses cost the server little. Throws BUSY before it reads or writes anything if too many checks are waiting.
 * The problem ACCOUNT_PROBLEM is shown only to a caller with the correct password.
 */
export async function checkCredentials(
  context: CredentialsContext,
  credentials: Credentials,
): Promise<VerifiedAccount> {
  const { database, db, origin, at, passwords, human, markPassword, queueLetter, afterResponse } = context;
  passwords.requireQueueCapacity();
  const loginFold = foldLogin(credentials.login);
  const attempt = await createAttempt(db, loginFold, origin);
  const mustVerify = human.isOn && (await isVerificationRequired(db, attempt, at));
  if (mustVerify) await human.requireHuman(credentials.humanVerification, origin.address);
  const ownCounters = mustVerify ? attempt.provedKeys : attempt.keys;
  const passwordMark = markPassword(credentials.password, at);
  // All counters are raised or none, so that a blocked network does not use up the attempts of an account.
  const { user, sprayCounter, counters } = await database.transact(async (trx) => {
    const [account, spray] = await together(
      findCredentials(trx, loginFold),
      attempt.deviceHash !== null ? Promise.resolve(null) : findSprayCounter(trx, passwordMark, at),
    );
    const claimed = spray ? [...ownCounters, spray] : ownCounters;
    await together(...claimed.map(({ key, limit }) => claimAttempt(trx, key, limit, at)));
    return { user: account, sprayCounter: spray, counters: claimed };
  });
  const isCorrect = await passwords
    .matches(user?.passwordHash ?? null, credentials.password)
    .catch(async (error: unknown) => {
      if (error instanceof Problem && error.code === 'BUSY') await takeBackOwnAttempts(database, counters);
      throw error;
    });
  if (!user || !isCorrect || user.passwordHash === null) {
    const wrongPassword = {
      mark: passwordMark,
      account: attempt.account,
      ipAddress: origin.address,
      requestId: origin.requestId,
      now: at,
    };
    if (!sprayCounter && attempt.deviceHash === null)
      afterResponse.run('countWrongPassword', () => countWrongPassword({ database, queueLetter }, wrongPassword));
    throw problem('WRONG_CREDENTIALS');
  }
  await forgiveAttempts(db, counters);
  if (user.status !== 'active' || user.profileId === null) throw problem('ACCOUNT_PROBLEM');
  const { id: userId, login, profileId: profileID, passwordHash } = user;
  return { userId, login, profileID, passwordHash, deviceHash: attempt.deviceHash };
}

/** Counts a sign-in with the right password as no attempt. */
async function forgiveAttempts(db: Db, counters: readonly Counter[]): Promise<void> {
  const [sharedKeys, ownKeys] = [listKeys(counters, true), listKeys(counters, false)];
  await together(deleteAttempts(db, ownKeys), ...sharedKeys.map((key) => returnAttempt(db, key)));
}

const listKeys = (counters: readonly Counter[], areShared: boolean): string[] =>
  counters.filter(({ isShared = false }) => isShared === areShared).map(({ key }) => key);

/**
 * Lowers the counters again after a sign-in whose password was not checked because too many checks were waiting.
 * Repeated sign-ins then do not lock the user out. Counters that many users share are not lowered, so that many
 * requests from one network stay limited.
 */
const takeBackOwnAttempts = (database: Database, counters: readonly Counter[]): Promise<void> =>
  database.transact(async (trx) => {
    for (const { key, isShared } of counters) if (!isShared) await returnAttempt(trx, key);
  });

/**
 * Returns whether the sign-in needs human verification. The failed attempts of a whole network do not count, because
 * many people in an office share one address.
 */
async function isVerificationRequired(db: Db, { keys }: Attempt, now: number): Promise<boolean> {
  const accountCounterKeys = keys.filter(({ isShared }) => !isShared);
  const attemptCounts = await Promise.all(
    accountCounterKeys.map(({ key, limit }) => countAttempts(db, key, limit, now)),
  );
  return Math.max(...attemptCounts) >= failuresBeforeVerification;
}

/**
 * A device on which this user has signed in before has its own counter, so that guesses on other devices never lock out
 * the owner of the account. All unknown devices share the counters of the account, of the account with their site,
 * and of the network; an attempt with human verification counts towards `provedLimit` instead of the account. The keys
 * of the counters contain a hash of the login, so that a password typed into the wrong field is never stored.
 */
async function createAttempt(
  db: Db,
  loginFold: string,
  { address, device }: Pick<Origin, 'address' | 'device'>,
): Promise<Attempt> {
  const account = createHash('sha256').update(loginFold).digest('base64url');
  const deviceHash = device == null ? null : await findKnownDevice(db, device, loginFold);
  if (deviceHash !== null) {
    const keys = [{ key: `sign-in:device:${account}:${deviceHash}`, limit: guessLimit }];
    return { account, deviceHash, keys, provedKeys: keys };
  }
  const network = findNetwork(address);
  const siteKeys: Counter[] = [
    { key: `sign-in:site:${account}:${findSite(address)}`, limit: guessLimit },
    { key: `sign-in:address:${network}`, limit: addressLimit, isShared: true },
  ];
  return {
    account,
    deviceHash,
    keys: [{ key: `sign-in:account:${account}`, limit: accountLimit }, ...siteKeys],
    provedKeys: [{ key: `sign-in:proved:${account}`, limit: provedLimit, isShared: true }, ...siteKeys],
  };
}
