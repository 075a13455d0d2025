import {
  findRole,
  toPermissionContext,
  listPermissions,
  needsSecondFactor,
} from '@basics/contract/calls/permissions.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/foundation.ts';
import { findAbsentSalesmen } from '#server/features/users/absence/absences.repository.ts';
import { findPermissions } from '#server/features/users/access/overrides.repository.ts';
import type { AfterResponse } from '#server/platform/background/after-response.ts';
import { clockSkewMs, minutes, type Clock } from '#server/platform/clock/clock.ts';
import type { SecondFactorPolicy } from '@basics/contract/calls/permissions.ts';
import { switchToUser } from '#server/platform/texts/language.ts';
import type { Actor } from '#server/platform/http/call-context.ts';
import type { Tokens } from '#server/platform/security/session-token.ts';
import { endSession, findSessionUser, recordUse } from './session.repository.ts';
import { findViewPermissions } from './view-as-user.ts';
import { findViewedUser } from './viewings.repository.ts';

type Dependencies = {
  database: Database;
  clock: Clock;
  tokens: Tokens;
  secondFactorPolicy: SecondFactorPolicy;
  afterResponse: AfterResponse;
};

/** The shortest time between two writes of `last_seen_at` for a session. Most requests therefore write nothing. */
const seenIntervalMs = minutes(5);

/**
 * Returns the user who acts with a session token; null if the session is no longer valid. The function runs for every
 * request.
 */
export async function authenticate(dependencies: Dependencies, token: string): Promise<Actor | null> {
  const { database, clock, tokens, secondFactorPolicy, afterResponse } = dependencies;
  const db = database.kysely;
  const now = clock();
  const claims = tokens.read(token, now);
  if (!claims) return null;
  const user = await findSessionUser(db, claims.jti, now);
  if (!user || String(user.id) !== claims.sub) return null;
  if (user.status !== 'active' || user.profileId !== claims.profileID) {
    // The account was changed directly in the database. The session ends, and stays ended even if the change of the
    // account is reversed later.
    await endSession(db, claims.jti, now);
    return null;
  }
  if (user.lastSeenAt <= now - seenIntervalMs || user.lastSeenAt > now + clockSkewMs)
    afterResponse.runOnce('noteSeen', claims.jti, () => recordUse(db, claims.jti, now, now - seenIntervalMs));
  switchToUser(user);
  // The identity provider asks for a second step itself (decision 178).
  const mustSetUpFactor =
    needsSecondFactor(secondFactorPolicy, user.profileId) && !user.hasSecondFactor && user.byWorkAccount === 0;
  const actor: Actor = {
    userId: user.id,
    profileID: user.profileId,
    login: user.login,
    account: { ...user, hasAbsences: Boolean(user.mayBeAbsent) || Boolean(user.mayBeDeputy) },
    sessionId: claims.jti,
    permissions: user.hasOverrides
      ? (await findPermissions(db, [user], now))(user)
      : listPermissions(toPermissionContext({ userId: user.id, profileID: user.profileId })),
    ...(mustSetUpFactor && { requiredStep: 'secondFactor' as const }),
    ...(user.mayBeDeputy && { deputyFor: await findAbsentSalesmen(db, user.id, now) }),
  };
  return user.isViewing ? viewAsUser(db, actor, now) : actor;
}

/**
 * Returns the user as whom an administrator sees the portal; null if the administrator may no longer see the portal as
 * this user.
 */
async function viewAsUser(db: Db, administrator: Actor, now: number): Promise<Actor | null> {
  const { profileID, userId: viewedBy, sessionId, permissions: held, requiredStep } = administrator;
  if (findRole(profileID) !== 'Administrator' || requiredStep) return null;
  const viewedUser = await findViewedUser(db, sessionId, now);
  const permissions = viewedUser && findViewPermissions(held, viewedUser, await findPermissions(db, [viewedUser], now));
  if (!viewedUser || !permissions) return null;
  switchToUser(viewedUser);
  const { id: userId, profileId, login } = viewedUser;
  const deputyFor = await findAbsentSalesmen(db, userId, now);
  return { userId, profileID: profileId, login, sessionId, permissions, viewedBy, deputyFor };
}
