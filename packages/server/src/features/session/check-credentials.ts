import { createHash } from 'node:crypto';
import type { Database, Db } from '#server/database/database.ts';
import { minutes, seconds } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { HumanVerification } from '#server/platform/security/human-verification.ts';
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

/** At most about a dozen guesses at one account in a quarter of an hour; an office behind one address has more room. */
const accountPace: Pace = { free: 4, windowMs: minutes(15), firstWaitMs: seconds(5), longestWaitMs: minutes(5) };
const addressPace: Pace = { free: 60, windowMs: minutes(15), firstWaitMs: seconds(5), longestWaitMs: minutes(5) };

/** From how many failures on, of the account or of the address, somebody has to show that he is a person. */
const failuresBeforeVerification = 3;

export type SignedIn = { userId: number; login: string; profileID: number; passwordHash: string };

type Needs = { database: Database; clock: Clock; passwords: Passwords; human: HumanVerification };
type Asked = { login: string; password: string; humanVerification?: string | undefined };
type AttemptKeys = { account: string; address: string };

/**
 * The account that a login and a password open; WRONG_CREDENTIALS whether the login or the password is wrong, at the same cost.
 * Attempts are claimed before the hash is computed, so that guessing costs the guesser and not the server. Only who knows the
 * password learns that an account may not be used (ACCOUNT_PROBLEM).
 */
export async function checkCredentials(
  { database, clock, passwords, human }: Needs,
  asked: Asked,
  address: string,
): Promise<SignedIn> {
  const loginFold = foldLogin(asked.login);
  const attempts = attemptKeys(loginFold, address);
  const now = clock();
  const failed = await hasFailedOften(database.kysely, attempts, now);
  if (failed) await human.require(asked.humanVerification, address);
  // Both or none: an address that is held back must not use up the attempts of an account.
  await database.transact(async (trx) => {
    await claimAttempt(trx, attempts.account, accountPace, now);
    await claimAttempt(trx, attempts.address, addressPace, now);
  });
  const db = database.kysely;
  const user = await findCredentials(db, loginFold);
  const fits = await passwords.fits(user?.password_hash ?? null, asked.password);
  if (!user || !fits || user.password_hash === null) throw problem('WRONG_CREDENTIALS');
  await forgetAttempts(db, attempts.account);
  await returnAttempt(db, attempts.address);
  if (user.status !== 'active' || user.profile_id === null) throw problem('ACCOUNT_PROBLEM');
  return { userId: user.id, login: user.login, profileID: user.profile_id, passwordHash: user.password_hash };
}

async function hasFailedOften(db: Db, { account, address }: AttemptKeys, now: number): Promise<boolean> {
  const ofAccount = await countAttempts(db, account, accountPace, now);
  const ofAddress = await countAttempts(db, address, addressPace, now);
  return Math.max(ofAccount, ofAddress) >= failuresBeforeVerification;
}

// Keys hold a hash of the login, so that a password typed into the wrong field never stands in the table.
function attemptKeys(loginFold: string, address: string): AttemptKeys {
  const account = createHash('sha256').update(loginFold).digest('base64url');
  return { account: `sign-in:account:${account}`, address: `sign-in:address:${networkOf(address)}` };
}
