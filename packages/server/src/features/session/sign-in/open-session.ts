import type { AuditAction } from '@basics/contract/audit/audit-actions.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { randomBytes } from 'node:crypto';
import { together } from '#server/database/database.ts';
import type { Trx } from '#server/database/foundation.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { hours } from '#server/platform/clock/clock.ts';
import type { Actor, Origin } from '#server/platform/http/call-context.ts';
import type { Tokens } from '#server/platform/security/session-token.ts';
import { findSignedInAt, insertSession, extendSessionRow } from '../session.repository.ts';

type SessionOpening = {
  user: Pick<Actor, 'userId' | 'login' | 'profileID'>;
  action: 'session.signIn' | 'session.exchange' | 'session.changePassword';
  origin: Origin;
  at: number;
  /** When the user signed in, in Unix milliseconds. The sign-in is earlier than `at` if this session continues another session. */
  signedInAt?: number;
  /** Whether the identity provider of the operator has proven who the user is. */
  byWorkAccount?: boolean;
  tokens: Tokens;
};

/**
 * Opens a session and returns its token; `at` is in Unix milliseconds.
 */
export async function openSession(trx: Trx, opening: SessionOpening): Promise<{ token: string }> {
  const { user, action, origin, at, signedInAt = at, byWorkAccount = false, tokens } = opening;
  const { userId } = user;
  const { userAgent, address } = origin;
  const id = randomBytes(24).toString('base64url');
  const expiresAt = computeExpiry(at, signedInAt);
  await together(
    insertSession(trx, { id, userId, signedInAt, at, expiresAt, userAgent, address, byWorkAccount }),
    recordSessionAction(trx, { userId, action, origin, at, byWorkAccount }),
  );
  return { token: createToken(tokens, { user, id, at, expiresAt }) };
}

type SessionExtension = Pick<SessionOpening, 'origin' | 'at' | 'tokens'> & { actor: Actor };

/** Extends a session and returns a token with the new time of expiry; null if the session has ended meanwhile. */
export async function extendSession(trx: Trx, { actor, origin, at, tokens }: SessionExtension): Promise<string | null> {
  const { sessionId: id, userId } = actor;
  const signedInAt = await findSignedInAt(trx, id);
  if (signedInAt === null) return null;
  const expiresAt = computeExpiry(at, signedInAt);
  if (!(await extendSessionRow(trx, { id, expiresAt }))) return null;
  await recordSessionAction(trx, { userId, action: 'session.extend', origin, at });
  return createToken(tokens, { user: actor, id, at, expiresAt });
}

/**
 * Returns when a session expires. A session lasts at most `maxHours` after the sign-in, even if it is extended often. The result is in Unix
 * milliseconds, rounded to whole seconds, because the times of the token are in seconds.
 */
function computeExpiry(at: number, signedInAt: number): number {
  const end = Math.min(at + hours(limits.session.hours), signedInAt + hours(limits.session.maxHours));
  return Math.floor(end / 1000) * 1000;
}

type TokenInput = { user: SessionOpening['user']; id: string; at: number; expiresAt: number };

/** Signs the token of a session. The times in the token are in seconds. */
const createToken = (tokens: Tokens, { user, id, at, expiresAt }: TokenInput): string =>
  tokens.write({
    sub: String(user.userId),
    userName: user.login,
    exp: expiresAt / 1000,
    iat: Math.floor(at / 1000),
    jti: id,
    profileID: user.profileID,
  });

type SessionAction = { userId: number; action: AuditAction; origin: Origin; at: number; byWorkAccount?: boolean };

async function recordSessionAction(
  trx: Trx,
  { userId, action, origin, at, byWorkAccount = false }: SessionAction,
): Promise<void> {
  const { requestId, address } = origin;
  const after = { address, ...(byWorkAccount && { by: 'workAccount' }) };
  const auditSubject = { kind: 'user', id: userId } as const;
  await recordAudit(trx, { at, actorId: userId, requestId, action, subject: auditSubject, after });
}
