import type { Body } from '@basics/contract/endpoint.ts';
import type { requests } from '@basics/contract/requests.ts';
import { words } from '@basics/contract/words.ts';
import type { Trx } from '#server/database/database.ts';
import { refusedFields } from '#server/features/users/accept-fields.ts';
import { recordChange } from '#server/features/users/acting.ts';
import type { Acting } from '#server/features/users/acting.ts';
import { columnsOf } from '#server/features/users/user-changes.ts';
import { whoMade } from '#server/features/users/user-history.ts';
import { writeSearchText } from '#server/features/users/user-search.repository.ts';
import { findUserInScope } from '#server/features/users/users.repository.ts';
import type { UserRow } from '#server/features/users/users.repository.ts';
import { changeUser, insertHistory, replaceGrants } from '#server/features/users/write-user.repository.ts';
import { invalid, problem, problemWith } from '#server/platform/problem.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { findBrands, holdTools } from '../users/users.repository.ts';
import { findDecisions } from './requests.repository.ts';

type Approval = Body<typeof requests.approve>;
type Rejection = Body<typeof requests.reject>;

/**
 * Lets an applicant in: he gets a link to set his password. Of any number who decide at once the first one does: the change is one
 * statement that asks for a row that is still pending and still this version.
 */
export function approveRequest(acting: Acting, userId: number, { version, tools, ...sent }: Approval): Promise<void> {
  const { database, queueLetter, actor, at } = acting;
  return database.transact(async (trx) => {
    const row = await findOpen(trx, acting, userId);
    const catalogue = { brands: await findBrands(trx), tools: await holdTools(trx) };
    const wanted = { ...sent, tools };
    const refused = refusedFields({ wanted, granted: [], permissions: actor.permissions, catalogue });
    if (Object.keys(refused).length > 0) throw invalid(refused);
    const columns = columnsOf(sent);
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

/** Turns an applicant down with a reason, which he gets; he may ask again. */
export function rejectRequest(acting: Acting, userId: number, { id, reason, version }: Rejection): Promise<void> {
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
    const { login, brand_id: brandId, first_name: firstName } = row;
    await queueLetter(trx, { kind: 'requestRejected', to: login, userId, brandId, firstName, reason });
  });
}

/** The request as it stands now; ALREADY_DECIDED when it is none any more. */
async function findOpen(trx: Trx, { actor }: Acting, userId: number): Promise<UserRow> {
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
  columns: ReturnType<typeof columnsOf>;
};

async function decide(trx: Trx, acting: Acting, { row, version, to, reason, columns }: Decision): Promise<void> {
  const { actor, at } = acting;
  const changed = await changeUser(
    trx,
    { id: row.id, version, status: 'pending' },
    { ...columns, status: to, decided_by: actor.userId, decided_at: at },
  );
  if (!changed) throw await lostTo(trx, acting, row.id);
  await insertHistory(trx, {
    user_id: row.id,
    at,
    actor_id: actor.userId,
    from_status: 'pending',
    to_status: to,
    reason,
  });
}

/** Why the change found no row: somebody decided, or changed, or deleted it since it was read. */
async function lostTo(trx: Trx, { actor }: Acting, userId: number): Promise<Error> {
  const now = await findUserInScope(trx, actor, userId);
  if (!now) return problem('USER_NOT_FOUND');
  return now.status === 'pending' ? problem('STALE') : alreadyDecided(trx, now);
}

const verbs: Readonly<Record<string, string>> = { rejected: 'rejected', expired: 'closed', withdrawn: 'withdrew' };

/** Tells who was faster, and when. An account that was never asked for is no request: USER_NOT_FOUND. */
async function alreadyDecided(trx: Trx, row: UserRow): Promise<Error> {
  const [decision] = await findDecisions(trx, [row.id]);
  if (!decision || row.request_date === null) return problem('USER_NOT_FOUND');
  const decided = verbs[decision.to_status] ?? 'approved';
  return problemWith('ALREADY_DECIDED', { who: whoMade(decision), decided, when: inWords(decision.at) });
}

/** `10 March 2026, 12:00 UTC` */
const inWords = (at: number): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at).replace(' at ', ', ')} UTC`;
