import { limits } from '@basics/contract/limits.ts';
import { randomBytes } from 'node:crypto';
import type { Trx } from '#server/database/database.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { hours } from '#server/platform/clock.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import type { Tokens } from '#server/platform/security/session-token.ts';
import { insertSession } from './session.repository.ts';

type Opening = {
  user: Pick<Actor, 'userId' | 'login' | 'profileID'>;
  action: 'session.signIn' | 'session.extend' | 'session.exchange' | 'session.changePassword';
  origin: Origin;
  at: number;
  /** When the person signed in, where this session goes on from another one; else now. */
  signedInAt?: number;
  tokens: Tokens;
};

/**
 * Opens a session as a row and as the token that names it; `at` in Unix milliseconds, the token's times in seconds. However often it
 * is extended, it ends `mostHours` after its sign-in. The trace of it comes last, as that has to.
 */
export async function openSession(trx: Trx, opening: Opening): Promise<{ token: string }> {
  const { user, action, origin, at, signedInAt = at, tokens } = opening;
  const { userId, login: userName, profileID } = user;
  const { userAgent, address, requestId } = origin;
  const iat = Math.floor(at / 1000);
  const end = Math.min(at + hours(limits.session.hours), signedInAt + hours(limits.session.mostHours));
  const exp = Math.floor(end / 1000);
  const jti = randomBytes(24).toString('base64url');
  await insertSession(trx, { id: jti, userId, signedInAt, at, expiresAt: exp * 1000, userAgent, address });
  const subject = { kind: 'user', id: userId };
  await recordAudit(trx, { at, actorId: userId, requestId, action, subject, after: { address } });
  return { token: tokens.write({ sub: String(userId), userName, exp, iat, jti, profileID }) };
}
