import type { bulkRequests } from '@basics/contract/bulk.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { approveBody } from '@basics/contract/requests.ts';
import { words } from '@basics/contract/words.ts';
import type { UserChangeContext } from '#server/features/users/acting.ts';
import { toUserWithTools } from '#server/features/users/user.ts';
import { findUserInScope } from '#server/features/users/users.repository.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { approveRequest, rejectRequest } from './decide-request.ts';
import { findEvidence } from './evidence.ts';

type Decision = Body<typeof bulkRequests.decideMany>;

/**
 * One decision of a bulk call about one request, by the same action as for a single request. An approval gives what was requested, with the
 * given profile or the proposed one. A company is no reason for a profile here, and only the e-mail domain one for a CRM account: nobody looks
 * at each request, and applicants write their company themselves. Throws what the action throws, or INVALID if no profile is known or a value is missing.
 */
export async function decideOneRequest(acting: UserChangeContext, userId: number, decision: Decision): Promise<void> {
  const { kysely } = acting.database;
  const row = await findUserInScope(kysely, acting.actor, userId);
  if (!row) throw problem('USER_NOT_FOUND');
  if (decision.decision === 'reject')
    return rejectRequest(acting, userId, { id: userId, reason: decision.reason, version: row.version });
  const { proposal } = await findEvidence(kysely, acting.actor, row);
  const profileID = decision.profileID ?? (proposal.why === 'company' ? null : proposal.profileID);
  if (profileID === null) throw invalid({ profileID: words.profile });
  const {
    login: _,
    userId: __,
    continent: ___,
    userDomain: ____,
    status: _____,
    createdAt: ______,
    ...asked
  } = await toUserWithTools(kysely, row);
  const body = approveBody.safeParse({
    ...asked,
    profileID,
    crmAccount: proposal.why === 'domain' ? proposal.crmAccount : null,
  });
  if (!body.success) throw invalid({ [String(body.error.issues[0]?.path[0])]: body.error.issues[0]?.message ?? '' });
  return approveRequest(acting, userId, body.data);
}
