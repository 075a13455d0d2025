import type { Body } from '@basics/contract/endpoint.ts';
import { limits } from '@basics/contract/limits.ts';
import type { users } from '@basics/contract/users.ts';
import { words } from '@basics/contract/words.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { Trx } from '#server/database/database.ts';
import { hours } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import { Problem, invalid, problem } from '#server/platform/problem.ts';
import { requireCurrentPassword } from '#server/platform/security/current-password.ts';
import { foldLogin } from '#server/platform/security/fold-login.ts';
import type { Passwords } from '#server/platform/security/passwords.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { recordChange } from './acting.ts';
import type { UserChangeContext } from './acting.ts';
import { findLoginHolder, replaceLoginChange } from './login-changes.repository.ts';
import { findPasswordHash, findUserInScope } from './users.repository.ts';
import { lockUserInScope } from './write-user.repository.ts';

/** How long the link to confirm a new login can be used, in milliseconds. */
export const loginLinkMs = hours(limits.link.confirmHours);

/** Of one account. */
const accountPace: RateLimit = { free: 5, windowMs: hours(1), firstWaitMs: hours(1), longestWaitMs: hours(1) };
/** Of one mailbox: anyone can type its address. */
const mailboxPace: RateLimit = { free: 3, windowMs: hours(1), firstWaitMs: hours(1), longestWaitMs: hours(1) };

const changeable: readonly string[] = ['active', 'approved', 'suspended'];

type Checks = { passwords: Passwords; clock: Clock };
type Asked = Body<typeof users.changeLogin>;

/**
 * Sends a link to the new address, and a notice to the old one; the login changes when the link is used. For an address that has an account,
 * the answer is the same, and the owner of that address gets an e-mail: nobody learns which addresses outside their scope have accounts.
 */
export async function askForLogin(
  acting: UserChangeContext,
  { passwords, clock }: Checks,
  userId: number,
  asked: Asked,
) {
  const { database, actor, at } = acting;
  const db = database.kysely;
  const login = asked.login.trim();
  const found = await findUserInScope(db, actor, userId);
  if (!found) throw problem('USER_NOT_FOUND');
  if (!changeable.includes(found.status)) throw problem('STALE');
  const proof = {
    userId: actor.userId,
    stored: await findPasswordHash(db, actor.userId),
    typed: asked.currentPassword,
  };
  await requireCurrentPassword({ db, clock, passwords }, proof);
  if (foldLogin(found.login) === foldLogin(login)) throw invalid({ login: words.loginSame });
  await claimAttempt(db, `login:user:${userId}`, accountPace, at);
  const mayWrite = await claimMailbox(acting, login);
  await database.transact((trx) => writeChange(trx, acting, { userId, login, mayWrite }));
}

/** Whether this mailbox may get one more e-mail now; the client does not learn that it may not. */
async function claimMailbox({ database, at }: UserChangeContext, login: string): Promise<boolean> {
  const mailbox = createHash('sha256').update(foldLogin(login)).digest('base64url');
  try {
    await claimAttempt(database.kysely, `login:mailbox:${mailbox}`, mailboxPace, at);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'TOO_MANY_ATTEMPTS') return false;
    throw error;
  }
}

type Wanted = { userId: number; login: string; mayWrite: boolean };

async function writeChange(trx: Trx, acting: UserChangeContext, { userId, login, mayWrite }: Wanted): Promise<void> {
  const { actor, at, queueLetter } = acting;
  const row = await lockUserInScope(trx, actor, userId);
  if (!row || !changeable.includes(row.status)) throw problem('USER_NOT_FOUND');
  const holder = await findLoginHolder(trx, foldLogin(login));
  const token = randomBytes(32).toString('base64url');
  const validUntil = at + loginLinkMs;
  // Also for an address that is in use, where nobody gets the token: the same work for every address.
  const change = { userId, login, askedBy: actor.userId, createdAt: at, expiresAt: validUntil };
  await replaceLoginChange(trx, { hash: loginTokenHash(token), ...change });
  const { brandId, firstName } = row;
  await queueLetter(trx, { kind: 'loginChangeAsked', to: row.login, userId, brandId, firstName, at });
  if (mayWrite && holder)
    await queueLetter(trx, { kind: 'loginInUse', to: holder.login, userId: holder.id, brandId: holder.brandId, firstName: holder.firstName }); // prettier-ignore
  if (mayWrite && !holder)
    await queueLetter(trx, { kind: 'confirmLogin', to: login, userId, brandId, firstName, token, validUntil });
  await recordChange(trx, acting, {
    action: 'user.askLogin',
    userId,
    before: { login: row.login },
    after: { login },
  });
}

export const loginTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
