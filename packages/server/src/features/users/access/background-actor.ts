import { isPermitted, type Access } from '@basics/contract/calls/permissions.ts';
import type { Db } from '#server/database/foundation.ts';
import { findRecipient } from '#server/mail/outbox.repository.ts';
import type { Actor } from '#server/platform/http/call-context.ts';
import { findAbsentSalesmen } from '../absence/absences.repository.ts';
import { findUser } from '../users.repository.ts';
import { findPermissions } from './overrides.repository.ts';

/** The member of staff who started something that runs in the background, and the request with which it was started. */
type Start = { startedBy: number; requestId: string };

/**
 * Returns who acts in the background for a member of staff, with the permissions and the scope that this person has now; undefined if the
 * person is no longer active, or may no longer make the call that started the work.
 */
export async function findBackgroundActor(db: Db, { startedBy, requestId }: Start, access: Access, now: number) {
  const user = await findUser(db, startedBy);
  if (user?.status !== 'active') return undefined;
  const permissions = (await findPermissions(db, [user], now))(user);
  const actor: Actor = {
    userId: user.id,
    profileID: user.profileId,
    login: user.login,
    sessionId: '',
    permissions,
    deputyFor: await findAbsentSalesmen(db, user.id, now),
  };
  if (!isPermitted(access, actor)) return undefined;
  const recipient = await findRecipient(db, startedBy);
  return { actor, language: recipient?.language ?? 'en', origin: { requestId, address: '', userAgent: '', host: '' } };
}
