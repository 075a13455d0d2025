import { hours, seconds } from '#server/platform/clock.ts';
import type { Portal } from './portal.ts';

/** A token with a session, as the sign-in makes them, without the price of a password's hash. */
export async function sessionOf({ database, tokens, now }: Portal, userId: number, profileID: number): Promise<string> {
  const jti = `session of ${userId}`;
  const at = now();
  await database.kysely
    .insertInto('sessions')
    .values({
      id: jti,
      user_id: userId,
      created_at: at,
      expires_at: at + hours(1),
      ended_at: null,
      last_seen_at: at,
      user_agent: '',
      address: '',
    })
    .execute();
  const iat = Math.floor(at / seconds(1));
  return tokens.write({ sub: String(userId), userName: 'somebody', iat, exp: iat + 3600, jti, profileID });
}
