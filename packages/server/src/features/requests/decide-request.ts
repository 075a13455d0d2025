import type { Body } from '@basics/contract/endpoint.ts';
import type { DecisionWord } from '@basics/contract/english-phrases.ts';
import { phrases } from '@basics/contract/phrases.ts';
import type { requests } from '@basics/contract/requests.ts';
import { words } from '@basics/contract/words.ts';
import type { Trx } from '#server/database/database.ts';
import { findRefusedFields } from '#server/features/users/accept-fields.ts';
import { recordChange } from '#server/features/users/acting.ts';
import type { UserChangeContext } from '#server/features/users/acting.ts';
import { toColumns } from '#server/features/users/user-fields.ts';
import { findActorName } from '#server/features/users/user-history.ts';
import { writeSearchText } from '#server/features/users/user-search.repository.ts';
import { findUserInScope } from '#server/features/users/users.repository.ts';
import type { UserRow } from '#server/features/users/users.repository.ts';
import { changeUser, insertHistory, replaceGrants } from '#server/features/users/write-user.repository.ts';
import type { UserColumns } from '#server/features/users/write-user.repository.ts';
import { formatMoment } from '#server/mail/letters/moment-words.ts';
import { invalid, problem, problemWith } from '#server/platform/problem.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { findBrands, lockTools } from '#server/features/users/users.repository.ts';
import { findDecisions } from './requests.repository.ts';

type Approval = Body<typeof requests.approve>;
type Rejection = Body<typeof requests.reject>;

/**
 * Approves an applicant, who gets a link to set a password. Of several decisions at once the first one counts: the change is one statement
 * with the condition that the row is still pending and has this version.
 */
export function approveRequest(
  acting: UserChangeContext,
  userId: number,
  { version, tools, ...sent }: Approval,
): Promise<void> {
  const { database, queueLetter, actor, at } = acting;
  return database.transact(async (trx) => {
    const row = await findOpen(trx, acting, userId);
    const catalogue = { brands: await findBrands(trx), tools: await lockTools(trx) };
    const wanted = { ...sent, tools };
    const refused = findRefusedFields({
      requested: wanted,
      currentTools: [],
      permissions: actor.permissions,
      catalogue,
    });
    if (Object.keys(refused).length > 0) throw invalid(refused);
    const columns = toColumns(sent);
    await decide(trx, acting, { row, version, to: 'approved', reason: null, columns });
    await replaceGrants(trx, userId, tools);
    await writeSearchText(trx, userId, { ...row, ...columns });
    const link = await issueOneTimeToken(trx, { purpose: 'activate', userId, now: at });
    await recordChange(trx, acting, {
      action: 'request.approve',
      userId,
      before: { status: row.status },
      after: { ...wanted, status: 'approved' },
    });
    const { brand: brandId, firstName } = sent;
    await queueLetter(trx, { kind: 'requestApproved', to: row.login, userId, brandId, firstName, ...link });
  });
}

/** Rejects an applicant with a reason, which is sent to the applicant, who may ask again. */
export function rejectRequest(
  acting: UserChangeContext,
  userId: number,
  { id, reason, version }: Rejection,
): Promise<void> {
  if (id !== userId) throw invalid({ id: words.notAllowed });
  const { database, queueLetter } = acting;
  return database.transact(async (trx) => {
    const row = await findOpen(trx, acting, userId);
    await decide(trx, acting, { row, version: version ?? row.version, to: 'rejected', reason, columns: {} });
    await recordChange(trx, acting, {
      action: 'request.reject',
      userId,
      before: { status: row.status },
      after: { status: 'rejected', reason },
    });
    const { login, brandId, firstName } = row;
    await queueLetter(trx, { kind: 'requestRejected', to: login, userId, brandId, firstName, reason });
  });
}

/** The request in its current state; ALREADY_DECIDED if it is no longer pending. */
async function findOpen(trx: Trx, { actor }: UserChangeContext, userId: number): Promise<UserRow> {
  const row = await findUserInScope(trx, actor, userId);
  if (!row) throw problem('USER_NOT_FOUND');
  if (row.status !== 'pending') throw await alreadyDecided(trx, row);
  return row;
}

type Decision = {
  row: UserRow;
  version: number;
  to: 'approved' | 'rejected';
  reason: string | null;
  columns: UserColumns;
};

async function decide(
  trx: Trx,
  acting: UserChangeContext,
  { row, version, to, reason, columns }: Decision,
): Promise<void> {
  const { actor, at } = acting;
  const changed = await changeUser(
    trx,
    { id: row.id, version, status: 'pending' },
    { ...columns, status: to, decidedBy: actor.userId, decidedAt: at },
  );
  if (!changed) throw await reasonForConflict(trx, acting, row.id);
  await insertHistory(trx, {
    userId: row.id,
    at,
    actorId: actor.userId,
    fromStatus: 'pending',
    toStatus: to,
    reason,
  });
}

/** Throws the reason why the update found no row: the request was decided, changed or deleted since it was read. */
async function reasonForConflict(trx: Trx, { actor }: UserChangeContext, userId: number): Promise<Error> {
  const now = await findUserInScope(trx, actor, userId);
  if (!now) return problem('USER_NOT_FOUND');
  return now.status === 'pending' ? problem('STALE') : alreadyDecided(trx, now);
}

const decisions: Readonly<Record<string, DecisionWord>> = {
  rejected: 'rejected',
  expired: 'expired',
  withdrawn: 'withdrawn',
};

/** Throws who decided first, and when. An account that staff created is not a request: USER_NOT_FOUND. */
async function alreadyDecided(trx: Trx, row: UserRow): Promise<Error> {
  const [decision] = await findDecisions(trx, [row.id]);
  if (!decision || row.requestDate === null) return problem('USER_NOT_FOUND');
  const decided = phrases().decision(decisions[decision.toStatus] ?? 'approved');
  return problemWith('ALREADY_DECIDED', { who: findActorName(decision), decided, when: formatMoment(decision.at) });
}
