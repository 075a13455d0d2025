import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { DecisionWord } from '@basics/contract/texts/english-phrases.ts';
import { phrases } from '@basics/contract/texts/phrases.ts';
import { requestStatuses } from '@basics/contract/requests/request-lists.ts';
import type { requests } from '@basics/contract/requests/requests.ts';
import { approveForm, pickUserFields } from '@basics/contract/users/user-fields.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { removeUserWithUndo } from '#server/features/users/deletion/remove-users.ts';
import { findRefusedFields, requireOwnCustomer } from '#server/features/users/write/accept-fields.ts';
import { recordUserChange, toUserWithTools, type UserChangeContext } from '#server/features/users/user.ts';
import { toApiFields, toColumns } from '#server/features/users/user-fields.ts';
import { keepInMachineScope } from '#server/features/users/scope.repository.ts';
import { findActorName } from '#server/features/users/timeline/timeline.ts';
import { writeSearchText } from '#server/features/users/list/search-users.repository.ts';
import {
  findUserInScope,
  lockUserInScope,
  changeUser,
  insertHistory,
  replaceGrants,
  findBrands,
  lockTools,
  countTouched,
} from '#server/features/users/users.repository.ts';
import type { UserRow, UserColumns } from '#server/features/users/users.repository.ts';
import { holdLetters } from '#server/mail/queue-letter.ts';
import { recordUndo, toBulkUndoFields } from '#server/platform/undo/undo.repository.ts';
import { formatMoment } from '#server/platform/texts/formats.ts';
import { parseShape } from '#server/platform/http/parse-input.ts';
import { invalid, problem, problemWithFacts } from '#server/platform/problem.ts';
import { findSentId } from '#server/platform/writing.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { startIfInBackground, type ActContext } from '#server/platform/mass-acts/start-act.ts';
import { findDecisions } from './requests.repository.ts';
import type { bulkRequests } from '@basics/contract/calls/bulk.ts';
import type { RequestEvidence } from '@basics/contract/requests/request-evidence.ts';
import type { Database } from '#server/database/database.ts';
import {
  listDone,
  runBulk,
  runInOneTransaction,
  toPreviewFields,
  type RowDetails,
  type WithIds,
} from '#server/platform/bulk.ts';
import { findEvidence, isCustomerProfile } from './evidence.ts';

type Approval = Body<typeof requests.approve>;
type Rejection = Body<typeof requests.reject>;

/**
 * Approves an applicant, who gets a link to set a password. A field that is left out keeps what the applicant requested. Only the first of several simultaneous decisions about a request succeeds,
 * because the change is one statement with the condition that the row is still pending and has the version that the client read.
 */
export function approveRequest(
  context: UserChangeContext,
  userId: number,
  { version: readVersion, profile, profileID: sentProfileId, ...sentFields }: Approval,
): Promise<void> {
  const { database, actor, at } = context;
  return database.transact(async (trx) => {
    const { holdLetter, letterIds } = holdLetters(context);
    const row = await requireOpenRequest(trx, context, userId);
    const catalogue = { brands: await findBrands(trx), tools: await lockTools(trx) };
    const profileID = findSentId({ profileID: sentProfileId, profile });
    const requestedFields = pickUserFields(await toUserWithTools(trx, row));
    const approval = parseShape(approveForm, { ...requestedFields, version: row.version, ...sentFields, profileID });
    if ('fields' in approval) throw invalid(approval.fields);
    const { version: _, ...approvedFields } = approval.value;
    const refusedFields = findRefusedFields({
      fields: approvedFields,
      currentTools: [],
      permissions: actor.permissions,
      catalogue,
    });
    if (Object.keys(refusedFields).length > 0) throw invalid(refusedFields);
    const { brand: brandId, country, firstName, tools } = approvedFields;
    await requireOwnCustomer(trx, actor, {
      userId,
      changes: { ...(brandId !== row.brandId && { brand: brandId }), ...(country !== row.country && { country }) },
    });
    const columns = toColumns(approvedFields);
    const decision = { row, version: readVersion ?? row.version, to: 'approved' as const };
    await recordDecision(trx, context, { ...decision, reason: null, columns });
    await keepInMachineScope(trx, actor, userId);
    await replaceGrants(trx, userId, tools);
    await writeSearchText(trx, userId, { ...row, ...columns });
    const link = await issueOneTimeToken(trx, { purpose: 'activate', userId, now: at });
    await recordUserChange(trx, context, {
      action: 'request.approve',
      userId,
      before: { status: row.status },
      after: { ...approvedFields, status: 'approved' },
    });
    await holdLetter(trx, { kind: 'requestApproved', to: row.login, userId, brandId, firstName, ...link });
    await recordUndo(trx, context, toUndoableDecision(decision, letterIds));
  });
}

/** Rejects an applicant, who gets the reason by e-mail and may register again. */
export function rejectRequest(
  context: UserChangeContext,
  userId: number,
  { id, reason, version }: Rejection,
): Promise<void> {
  if (id !== userId) throw invalid({ id: fieldMessages.notAllowed });
  return context.database.transact(async (trx) => {
    const { holdLetter, letterIds } = holdLetters(context);
    const row = await requireOpenRequest(trx, context, userId);
    const decision = { row, version: version ?? row.version, to: 'rejected' as const };
    await recordDecision(trx, context, { ...decision, reason, columns: {} });
    await recordUserChange(trx, context, {
      action: 'request.reject',
      userId,
      before: { status: row.status },
      after: { status: 'rejected', reason },
    });
    const { login, brandId, firstName } = row;
    await holdLetter(trx, { kind: 'requestRejected', to: login, userId, brandId, firstName, reason });
    await recordUndo(trx, context, toUndoableDecision(decision, letterIds));
  });
}

/** The data with which `restoreRequest` undoes a decision: the version after the decision, and the former fields. */
const toUndoableDecision = (
  { row, version, to }: Pick<Decision, 'row' | 'version' | 'to'>,
  letterIds: readonly number[],
): Parameters<typeof recordUndo>[2] => ({
  kind: 'decision',
  userId: row.id,
  letterIds,
  payload: { status: to, version: version + 1, fields: toApiFields(row) },
});

/** Returns the request. Throws USER_NOT_FOUND, or ALREADY_DECIDED if the request is no longer pending. */
export async function requireOpenRequest(
  db: Db,
  { actor }: Pick<UserChangeContext, 'actor'>,
  userId: number,
): Promise<UserRow> {
  const row = await findUserInScope(db, actor, userId);
  if (!row) throw problem('USER_NOT_FOUND');
  if (row.status !== 'pending') throw await findAlreadyDecidedProblem(db, row);
  return row;
}

type Decision = {
  row: UserRow;
  version: number;
  to: 'approved' | 'rejected';
  reason: string | null;
  columns: UserColumns;
};

async function recordDecision(
  trx: Trx,
  context: UserChangeContext,
  { row, version, to, reason, columns }: Decision,
): Promise<void> {
  const { actor, at } = context;
  const isChanged = await changeUser(
    trx,
    { id: row.id, version, status: 'pending' },
    { ...columns, status: to, decidedBy: actor.userId, decidedAt: at },
  );
  if (!isChanged) throw await findConflictProblem(trx, context, row.id);
  await insertHistory(trx, {
    userId: row.id,
    at,
    actorId: actor.userId,
    fromStatus: 'pending',
    toStatus: to,
    reason,
  });
}

/** Returns the problem that explains why the update changed no row: the request was decided, changed or deleted meanwhile. */
async function findConflictProblem(trx: Trx, { actor }: UserChangeContext, userId: number): Promise<Error> {
  const currentRow = await findUserInScope(trx, actor, userId);
  if (!currentRow) return problem('USER_NOT_FOUND');
  return currentRow.status === 'pending' ? problem('STALE') : findAlreadyDecidedProblem(trx, currentRow);
}

const decisionWords: Readonly<Record<string, DecisionWord>> = {
  rejected: 'rejected',
  expired: 'expired',
  withdrawn: 'withdrawn',
};

/**
 * Returns the problem that says who decided the request first, and when. For an account that staff created, which is not a request, returns
 * USER_NOT_FOUND.
 */
async function findAlreadyDecidedProblem(db: Db, row: UserRow): Promise<Error> {
  const [decision] = await findDecisions(db, [row.id]);
  if (!decision || row.requestDate === null) return problem('USER_NOT_FOUND');
  const decisionText = phrases().decision(decisionWords[decision.toStatus] ?? 'approved');
  return problemWithFacts('ALREADY_DECIDED', {
    who: findActorName(decision),
    decided: decisionText,
    when: formatMoment(decision.at),
  });
}

type BulkDecision = Body<typeof bulkRequests.decideMany> & WithIds;
type WithoutSelection<Bulk> = Bulk extends unknown ? Omit<Bulk, 'ids' | 'selection' | 'preview' | 'background'> : never;
/** The decision of a bulk call, without the requests. */
export type RequestDecision = WithoutSelection<BulkDecision>;

/**
 * Makes one decision about many requests. Throws INVALID if an approval does not contain the profiles of its preview, because staff have to
 * see the profiles first.
 */
export async function decideRequests(context: UserChangeContext, decision: BulkDecision) {
  const { ids, preview } = decision;
  requirePreviewed(decision);
  const { database } = context;
  const decideRequest = (transaction: Database, id: number) =>
    decideOneRequest({ ...context, database: transaction }, id, decision);
  const { results } = await runBulk({ database, ids, preview, changeRecord: decideRequest });
  if (preview) return { results, ...toPreviewFields(results, await countTouched(database.kysely, listDone(results))) };
  return { results, ...toBulkUndoFields(context, results, preview) };
}

/** Starts a decision in the background, if the call says so. Throws INVALID like `decideRequests`. */
export function startDecisions(context: ActContext, decision: BulkDecision) {
  requirePreviewed(decision);
  return startIfInBackground(context, { kind: 'requests', change: decision.decision }, decision);
}

function requirePreviewed(decision: BulkDecision): void {
  if (decision.decision === 'approve' && !decision.preview && !decision.profiles)
    throw invalid({ profiles: serverMessages.previewApproval });
}

/**
 * Decides one request of a bulk call, with the function that decides a single request, and returns the profile of an approval. An approval
 * grants the requested tools. Because nobody reads each request of a bulk call, an approval never gives a profile of staff, and links a CRM
 * account only if the e-mail domain is the same: applicants write their company themselves. Throws the problems of `approveRequest`,
 * `rejectRequest` and `removeUser`, or INVALID if no profile is known or a value is missing.
 */
export async function decideOneRequest(
  context: UserChangeContext,
  userId: number,
  decision: RequestDecision & { preview?: boolean | undefined },
): Promise<RowDetails> {
  const { database, actor } = context;
  const { kysely } = database;
  if (decision.decision === 'delete')
    return runInOneTransaction(database, async (transaction) => {
      await transaction.transact(async (trx) => {
        const account = await lockUserInScope(trx, actor, userId);
        // Who is active has become a user since the request was selected.
        if (account && !isRequestStatus(account.status)) throw await findConflictProblem(trx, context, userId);
      });
      return removeUserWithUndo({ ...context, database: transaction, forGood: false }, userId);
    });
  const row = await findUserInScope(kysely, actor, userId);
  if (!row) throw problem('USER_NOT_FOUND');
  if (decision.decision === 'reject') {
    await rejectRequest(context, userId, { id: userId, reason: decision.reason, version: row.version });
    return { effect: 'rejected' };
  }
  const { proposal, sameName } = await findEvidence(kysely, actor, row);
  const profileID = decision.preview
    ? (findProposedProfileId(proposal) ?? decision.profileID)
    : decision.profiles?.find(({ id }) => id === userId)?.profileID;
  if (profileID === undefined) throw invalid({ profileID: fieldMessages.profile });
  if (!isCustomerProfile(profileID)) throw invalid({ profileID: fieldMessages.notAllowed });
  const crmAccount = proposal.why === 'domain' ? proposal.crmAccount : null;
  await approveRequest(context, userId, { profileID, crmAccount, version: row.version });
  return { profileID, effect: sameName.total > 0 ? 'approvedDuplicate' : 'approved' };
}

const isRequestStatus = (status: string): boolean => requestStatuses.some((requestStatus) => requestStatus === status);

/** Returns the proposed profile, unless it was proposed because of the company, which applicants write themselves. */
const findProposedProfileId = ({ why, profileID }: RequestEvidence['proposal']): number | null =>
  why === 'company' ? null : profileID;
