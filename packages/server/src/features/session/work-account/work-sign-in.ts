import { isStaffProfile } from '@basics/contract/calls/permissions.ts';
import type { ProblemCode } from '@basics/contract/calls/problems.ts';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db, Trx } from '#server/database/foundation.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { minutes, seconds } from '#server/platform/clock/clock.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';
import type { CallContext, Origin } from '#server/platform/http/call-context.ts';
import type { ReadCookie } from '#server/platform/http/mount.ts';
import { findNetwork } from '#server/platform/http/request-origin.ts';
import { Problem, problem } from '#server/platform/problem.ts';
import { claimAttempt, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import type { Identity, IdentityProvider, SignInSecrets } from './identity-provider.ts';
import {
  findAccountOfIdentity,
  findAccountOfLogin,
  findPasswordsUntil,
  findSignIn,
  insertSignIn,
  insertWorkAccount,
  recordWorkAccountUse,
  takeSignIn,
} from './work-accounts.repository.ts';

/** The identity provider, and whether staff must use it. */
export type WorkAccounts = { provider: IdentityProvider; isRequired: boolean };

/** How long a sign-in may take at the provider, and then until the password is typed that connects a work account. */
const signInMs = minutes(10);
/** How long the browser may take to fetch the result, as for a hand-off. */
const resultMs = seconds(60);

const startLimit: RateLimit = {
  freeAttempts: 30,
  windowMs: minutes(15),
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(5),
};

const createSecret = (): string => randomBytes(32).toString('base64url');
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Derives nonce and verifier from the state and the random id of the browser. The database has only hashes of both, so a copy of it cannot finish
 * a sign-in.
 */
const deriveSecrets = (browser: string, state: string): SignInSecrets => {
  const derive = (use: string): string => createHmac('sha256', browser).update(`${use} ${state}`).digest('base64url');
  return { state, nonce: derive('nonce'), verifier: derive('verifier') };
};

/** The name of the cookie with the random id of the browser, for the sign-in with this state or with a result that has this token. */
const createBrowserKey = (secret: string): string => `basics-work-${hash(secret).slice(0, 12)}`;

/**
 * Whether a sign-in was started in this browser. Otherwise a link could bring another person to sign in as the sender, or to connect the
 * work account of the sender with their password.
 */
const isOfBrowser = (browserHash: string, browser: string | null): boolean =>
  browser !== null && timingSafeEqual(Buffer.from(browserHash), Buffer.from(hash(browser)));

/** Returns the name of the cookie for the sign-in to which an answer of the provider belongs; `query` is the query of the callback. */
export const findBrowserKey = (query: string): string => createBrowserKey(readState(query));

const readState = (query: string): string => new URLSearchParams(query).get('state') ?? '';

/**
 * Starts a sign-in with a work account. Returns the address of the provider, and the random id that the browser keeps in the cookie `key` for
 * some seconds. Throws WORK_ACCOUNT_UNAVAILABLE and TOO_MANY_ATTEMPTS.
 */
export async function startWorkSignIn(
  { db, origin, at }: Pick<CallContext, 'db' | 'origin' | 'at'>,
  { provider }: Pick<WorkAccounts, 'provider'>,
  path: string,
): Promise<{ url: string; browser: string; key: string; seconds: number }> {
  await claimAttempt(db, `work-account:address:${findNetwork(origin.address)}`, startLimit, at);
  const [browser, state] = [createSecret(), createSecret()];
  const url = await provider.createAddress(deriveSecrets(browser, state), at);
  await insertSignIn(db, {
    hash: hash(state),
    step: 'started',
    browser: hash(browser),
    path,
    userId: null,
    subject: null,
    problem: null,
    expiresAt: at + signInMs,
  });
  return { url, browser, key: createBrowserKey(state), seconds: signInMs / 1000 };
}

type Answer = { query: string; browser: string | null };
/** `key` is the name of the cookie in which the browser keeps its random id for some seconds, until it fetches the result. */
type Answered = { token: string; key: string; seconds: number };

/**
 * Handles the answer of the provider. Returns a token with which the browser fetches the result once: a session, the request to connect the
 * work account, or a problem. Returns null for an answer that belongs to no sign-in of this browser.
 */
export async function answerWorkSignIn(
  { database, at }: Pick<CallContext, 'database' | 'at'>,
  { provider }: Pick<WorkAccounts, 'provider'>,
  { query, browser }: Answer,
): Promise<Answered | null> {
  const state = readState(query);
  const started = await database.transact((trx) => takeSignIn(trx, { hash: hash(state), steps: ['started'], now: at }));
  if (!started || browser === null || !isOfBrowser(started.browser, browser)) return null;
  const { browser: browserHash, path } = started;
  const token = createSecret();
  const result = await provider
    .readIdentity(query, deriveSecrets(browser, state), at)
    .then((identity) => findResult(database.kysely, provider.issuer, identity))
    .catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      return fail(error.code);
    });
  const lifetimeMs = result.step === 'unconnected' ? signInMs : resultMs;
  const expiresAt = at + lifetimeMs;
  await insertSignIn(database.kysely, { ...result, hash: hash(token), browser: browserHash, path, expiresAt });
  return { token, key: createBrowserKey(token), seconds: lifetimeMs / 1000 };
}

type Result = {
  step: 'known' | 'unconnected' | 'failed';
  userId: number | null;
  subject: string | null;
  problem: string | null;
};

const fail = (code: ProblemCode): Result => ({ step: 'failed', userId: null, subject: null, problem: code });

/**
 * Decides what an identity may do: enter as the user with whom it is connected, or be connected with the member of staff who has its e-mail
 * address. An identity never creates an account.
 */
async function findResult(db: Db, issuer: string, { subject, email }: Identity): Promise<Result> {
  const known = await findAccountOfIdentity(db, { issuer, subject });
  if (known) return { step: 'known', userId: known.id, subject, problem: null };
  if (email === null) return fail('WORK_ACCOUNT_UNVERIFIED');
  const account = await findAccountOfLogin(db, foldLogin(email));
  if (!account || !isActiveStaff(account)) return fail('WORK_ACCOUNT_UNKNOWN');
  if (account.workAccountId !== null) return fail('WORK_ACCOUNT_OTHER');
  return { step: 'unconnected', userId: account.id, subject, problem: null };
}

export const isActiveStaff = ({ status, profileId }: { status: string; profileId: number | null }): boolean =>
  status === 'active' && isStaffProfile(profileId);

export type WorkUser = { userId: number; login: string; profileID: number | null };

/**
 * Returns the user whose sign-in with a work account has this token, and the page to show; null if the token belongs to no such sign-in of this
 * browser. The token works once. Throws WORK_ACCOUNT_NOT_CONNECTED, which names the login in `fields`, if the work account must be connected first: then the token stays valid.
 */
export async function useWorkSignIn(
  trx: Trx,
  { provider }: Pick<WorkAccounts, 'provider'>,
  { token, readCookie, at }: ResultRequest,
): Promise<{ user: WorkUser; path: string } | null> {
  const found = await findSignIn(trx, hash(token), at);
  if (!found || !isOfBrowser(found.browser, readCookie(createBrowserKey(token)))) return null;
  if (found.step === 'unconnected')
    throw problem('WORK_ACCOUNT_NOT_CONNECTED', { fields: { login: found.login ?? '' } });
  if (found.step === 'failed') throw problem(findFailure(found.problem));
  const signIn = await takeSignIn(trx, { hash: hash(token), steps: ['known'], now: at });
  if (!signIn) return null;
  const account = await findAccountOfIdentity(trx, { issuer: provider.issuer, subject: signIn.subject ?? '' });
  if (!account || account.id !== signIn.userId || !isActiveStaff(account)) throw problem('ACCOUNT_PROBLEM');
  await recordWorkAccountUse(trx, account.id, at);
  return { user: { userId: account.id, login: account.login, profileID: account.profileId }, path: signIn.path };
}

type ResultRequest = { token: string; readCookie: ReadCookie; at: number };
type Connection = ResultRequest & { userId: number; origin: Origin };

/**
 * Connects a work account with the user who has just signed in with the password. The work account must have the login of this user as its e-mail
 * address, and the sign-in with it must have been started in this browser. Throws WORK_ACCOUNT_REFUSED and WORK_ACCOUNT_OTHER.
 */
export async function connectWorkAccount(
  trx: Trx,
  { provider: { issuer } }: Pick<WorkAccounts, 'provider'>,
  { token, readCookie, userId, at, origin }: Connection,
): Promise<void> {
  const signIn = await takeSignIn(trx, { hash: hash(token), steps: ['unconnected'], now: at });
  if (!signIn || signIn.subject === null || signIn.userId !== userId) throw problem('WORK_ACCOUNT_REFUSED');
  if (!isOfBrowser(signIn.browser, readCookie(createBrowserKey(token)))) throw problem('WORK_ACCOUNT_REFUSED');
  const row = { userId, issuer, subject: signIn.subject, connectedAt: at, lastUsedAt: at };
  if (!(await insertWorkAccount(trx, row))) throw problem('WORK_ACCOUNT_OTHER');
  await recordAudit(trx, {
    at,
    actorId: userId,
    requestId: origin.requestId,
    action: 'workAccount.connect',
    subject: { kind: 'user', id: userId },
    after: { issuer },
  });
}

/** Throws WORK_ACCOUNT_REQUIRED for a member of staff, unless an administrator has allowed passwords for some hours. */
export async function requirePasswordAllowed(
  db: Db,
  workAccounts: WorkAccounts | null,
  { profileID, at }: { profileID: number | null; at: number },
): Promise<void> {
  if (!workAccounts?.isRequired || !isStaffProfile(profileID)) return;
  if ((await findPasswordsUntil(db, at)) === null) throw problem('WORK_ACCOUNT_REQUIRED');
}

const failures = [
  'WORK_ACCOUNT_OTHER',
  'WORK_ACCOUNT_UNAVAILABLE',
  'WORK_ACCOUNT_UNKNOWN',
  'WORK_ACCOUNT_UNVERIFIED',
] as const;
const findFailure = (stored: string | null) => failures.find((code) => code === stored) ?? 'WORK_ACCOUNT_REFUSED';
