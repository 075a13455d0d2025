import { limits } from '@basics/contract/limits.ts';
import { randomBytes } from 'node:crypto';
import type { Trx } from '#server/database/database.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { hours } from '#server/platform/clock.ts';
import type { Actor, Origin } from '#server/platform/serve.ts';
import type { Tokens } from '#server/platform/token.ts';
import { insertSession } from './session.repository.ts';

type Opening = {
  user: Pick<Actor, 'userId' | 'login' | 'profileID'>;
  action: 'session.signIn' | 'session.extend';
  origin: Origin;
  at: number;
  tokens: Tokens;
};

/** Opens a session as a row and as the token that names it; `at` in Unix milliseconds, the token's times in seconds. */
export async function openSession(trx: Trx, { user, action, origin, at, tokens }: Opening): Promise<{ token: string }> {
  const { userId, login: userName, profileID } = user;
  const { userAgent, address, requestId } = origin;
  const iat = Math.floor(at / 1000);
  const exp = iat + hours(limits.session.hours) / 1000;
  const jti = randomBytes(24).toString('base64url');
  await insertSession(trx, { id: jti, userId, at, expiresAt: exp * 1000, userAgent, address });
  const subject = { kind: 'user', id: userId };
  await recordAudit(trx, { at, actorId: userId, requestId, action, subject, after: { address } });
  return { token: tokens.write({ sub: String(userId), userName, exp, iat, jti, profileID }) };
}
