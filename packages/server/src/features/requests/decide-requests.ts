import type { bulkRequests } from '@basics/contract/calls/bulk.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { RequestEvidence } from '@basics/contract/requests/request-evidence.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import type { Database } from '#server/database/database.ts';
import type { UserChangeContext } from '#server/features/users/user.ts';
import { countTouched, findUserInScope } from '#server/features/users/users.repository.ts';
import { toBulkUndoFields } from '#server/platform/undo/record-undo.ts';
import { listDone, runBulk, toPreviewFields } from '#server/platform/bulk.ts';
import type { RowDetails } from '#server/platform/bulk.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { approveRequest, rejectRequest } from './decide-request.ts';
import { findEvidence, isCustomerProfile } from './evidence.ts';

type Decision = Body<typeof bulkRequests.decideMany>;

/**
 * Makes one decision about many requests. Throws INVALID if an approval does not contain the profiles of its preview, because staff have to
 * see the profiles first.
 */
export async function decideRequests(context: UserChangeContext, decision: Decision) {
  const { ids, preview } = decision;
  if (decision.decision === 'approve' && !preview && !decision.profiles)
    throw invalid({ profiles: serverMessages.previewApproval });
  const { database } = context;
  const decideRequest = (transaction: Database, id: number) =>
    decideOneRequest({ ...context, database: transaction }, id, decision);
  const { results } = await runBulk({ database, ids, preview, changeRecord: decideRequest });
  if (preview) return { results, ...toPreviewFields(results, await countTouched(database.kysely, listDone(results))) };
  return { results, ...toBulkUndoFields(context, results, preview) };
}

/**
 * Decides one request of a bulk call, with the function that decides a single request, and returns the profile of an approval. An approval
 * grants the requested tools. Because nobody reads each request of a bulk call, an approval never gives a profile of staff, and links a CRM
 * account only if the e-mail domain is the same: applicants write their company themselves. Throws the problems of `approveRequest` and
 * `rejectRequest`, or INVALID if no profile is known or a value is missing.
 */
async function decideOneRequest(context: UserChangeContext, userId: number, decision: Decision): Promise<RowDetails> {
  const { kysely } = context.database;
  const row = await findUserInScope(kysely, context.actor, userId);
  if (!row) throw problem('USER_NOT_FOUND');
  if (decision.decision === 'reject') {
    await rejectRequest(context, userId, { id: userId, reason: decision.reason, version: row.version });
    return { effect: 'rejected' };
  }
  const { proposal, sameName } = await findEvidence(kysely, context.actor, row);
  const profileID = decision.preview
    ? (findProposedProfileId(proposal) ?? decision.profileID)
    : decision.profiles?.find(({ id }) => id === userId)?.profileID;
  if (profileID === undefined) throw invalid({ profileID: fieldMessages.profile });
  if (!isCustomerProfile(profileID)) throw invalid({ profileID: fieldMessages.notAllowed });
  const crmAccount = proposal.why === 'domain' ? proposal.crmAccount : null;
  await approveRequest(context, userId, { profileID, crmAccount, version: row.version });
  return { profileID, effect: sameName.total > 0 ? 'approvedDuplicate' : 'approved' };
}

/** Returns the proposed profile, unless it was proposed because of the company, which applicants write themselves. */
const findProposedProfileId = ({ why, profileID }: RequestEvidence['proposal']): number | null =>
  why === 'company' ? null : profileID;
