import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { findRole, isWithinPermissions, type Permission } from '@basics/contract/calls/permissions.ts';
import type { viewAs } from '@basics/contract/session/view-as.ts';
import { randomBytes } from 'node:crypto';
import { findPermissions } from '#server/features/users/access/overrides.repository.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { recordAudit, recordAction } from '#server/platform/audit/audit.ts';
import { minutes } from '#server/platform/clock/clock.ts';
import { problem } from '#server/platform/problem.ts';
import type { Tokens } from '#server/platform/security/session-token.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { endSession, findCredentialsById, insertSession } from './session.repository.ts';
import { endViewingsOf, insertViewing } from './viewings.repository.ts';

/**
 * Lets an administrator see the portal as another user. The database stores the view as a session of the administrator.
 * `authenticate` returns the viewed user for this session, and `mount` refuses every call that could change data. An earlier view that the
 * same session started ends. Throws USER_NOT_FOUND, OWN_ACCOUNT, or VIEW_REFUSED.
 */
export function viewAsUser(
  context: WriteContext & { tokens: Tokens },
  userId: number,
): Promise<Reply<typeof viewAs.viewAs>> {
  const { database, actor, origin, at, tokens } = context;
  return database.transact(async (trx) => {
    await requireInScope(trx, actor, userId);
    if (userId === actor.userId) throw problem('OWN_ACCOUNT');
    const user = await findCredentialsById(trx, userId);
    if (user?.status !== 'active') throw problem('VIEW_REFUSED');
    if (findViewPermissions(actor.permissions, user, await findPermissions(trx, [user], at)) === null)
      throw problem('VIEW_REFUSED');
    await endViewingsOf(trx, actor.sessionId, at);
    const id = randomBytes(24).toString('base64url');
    // The time of expiry is rounded to whole seconds, because the token contains whole seconds.
    const expiresAt = Math.floor((at + minutes(limits.session.viewMinutes)) / 1000) * 1000;
    const { userAgent, address } = origin;
    const session = { id, userId: actor.userId, signedInAt: at, at, expiresAt, userAgent, address };
    await insertSession(trx, { ...session, isViewing: true });
    await insertViewing(trx, { sessionId: id, parentId: actor.sessionId, userId });
    const until = new Date(expiresAt).toISOString();
    await recordAction(trx, context, {
      action: 'session.viewAs',
      subject: { kind: 'user', id: userId },
      after: { until },
    });
    const { profileID } = actor;
    const tokenTimes = { exp: expiresAt / 1000, iat: Math.floor(at / 1000) };
    return {
      token: tokens.write({ sub: String(actor.userId), userName: user.login, jti: id, profileID, ...tokenTimes }),
      until,
    };
  });
}

type Account = { id: number; profileId: number | null };

/**
 * Finds the permissions with which an administrator sees the portal as the given user. Returns null, which refuses the
 * view, for another administrator, and for a user with a permission that the administrator does not have.
 */
export function findViewPermissions(
  ownPermissions: readonly Permission[],
  user: Account,
  permissionsOf: (user: Account) => readonly Permission[],
): readonly Permission[] | null {
  if (findRole(user.profileId) === 'Administrator') return null;
  const permissions = permissionsOf(user);
  return isWithinPermissions(permissions, ownPermissions) ? permissions : null;
}

/** Ends the view as another user. Throws RESULTS_NOT_FOUND if the session is not a view. */
export async function endView({ database, actor, origin, at }: WriteContext): Promise<void> {
  const { viewedBy, userId, sessionId } = actor;
  if (viewedBy === undefined) throw problem('RESULTS_NOT_FOUND');
  await database.transact(async (trx) => {
    await endSession(trx, sessionId, at);
    await recordAudit(trx, {
      at,
      actorId: viewedBy,
      requestId: origin.requestId,
      action: 'session.endViewAs',
      subject: { kind: 'user', id: userId },
    });
  });
}
