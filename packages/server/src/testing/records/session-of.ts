import { hours, seconds } from '#server/platform/clock/clock.ts';
import type { Portal } from '../portal.ts';

/** Creates a session and its token, like a sign-in but without the cost of a password hash. */
export async function createSessionToken(
  { database, tokens, now }: Portal,
  userId: number,
  profileID: number,
): Promise<string> {
  const jti = `session of ${userId}`;
  const at = now();
  await database.kysely
    .insertInto('sessions')
    .values({
      id: jti,
      userId,
      createdAt: at,
      expiresAt: at + hours(1),
      endedAt: null,
      lastSeenAt: at,
      userAgent: '',
      address: '',
    })
    .execute();
  const iat = Math.floor(at / seconds(1));
  return tokens.write({ sub: String(userId), userName: 'somebody', iat, exp: iat + 3600, jti, profileID });
}
