import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { joinAccountsCalls, JoinEffect } from '@basics/contract/license-admin/join-accounts.ts';
import { isStaffProfile } from '@basics/contract/calls/permissions.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { phrases } from '@basics/contract/texts/phrases.ts';
import { createHash } from 'node:crypto';
import type { Trx } from '#server/database/foundation.ts';
import { moveRows } from '#server/database/personal/move-rows.ts';
import { days, toUtcDay } from '#server/platform/clock/clock.ts';
import { deleteLettersToContact } from '#server/features/licenses/contacts/second-contact.repository.ts';
import { rewriteSearchTexts } from '#server/features/users/list/search-users.repository.ts';
import { insertHistory } from '#server/features/users/users.repository.ts';
import { recordAudits, createAuditEntry } from '#server/platform/audit/audit.ts';
import { runAndRollBack } from '#server/platform/bulk.ts';
import { erasePerson } from '#server/platform/audit/erasure.repository.ts';
import type { Actor, CallContext } from '#server/platform/http/call-context.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { foldText } from '#server/platform/search/search-text.ts';
import { setMembership } from '#server/features/companies/members.repository.ts';
import { deleteInvitationsOf } from '#server/features/companies/people.repository.ts';
import { toLoginColumns } from '#server/platform/email-addresses.ts';
import { findToolUsages } from '../tool-usage.ts';
import {
  changeGrant,
  countRowsToErase,
  countOpenKits,
  findGrantsOf,
  findUserIdByLogin,
  findSamePcs,
  deleteLetterMentions,
  lockAccounts,
  mergeMachines,
  moveGrant,
  replaceReleaser,
  raiseAccountVersion,
  withdrawSameHelpRequests,
} from './joining.repository.ts';
import type { GrantOfAccount, JoinedAccount } from './joining.repository.ts';

type JoinContext = Pick<CallContext, 'database' | 'queueLetter' | 'actor' | 'origin' | 'at'>;
type JoinPair = { account: JoinedAccount; other: JoinedAccount };

/**
 * Previews the join of two accounts: joins them in a transaction that is rolled back, and returns what would change.
 * Throws USER_NOT_FOUND, OWN_ACCOUNT, INVALID.
 */
export const previewJoin = (context: JoinContext, userId: number, login: string): Promise<JoinEffect> =>
  runAndRollBack(context.database, (database) =>
    database.transact(async (trx) => {
      const lockedPair = await lockPair(trx, context.actor, { userId, login });
      return moveToAccount(trx, lockedPair, context.at);
    }),
  );

/**
 * Joins the account with the given login into the account `userId` of the same customer, in one transaction. PCs,
 * licences and everything else that belongs to the customer move to the account `userId`. The rest is erased, as when
 * an account is deleted. Both addresses get an e-mail. Throws USER_NOT_FOUND, OWN_ACCOUNT, INVALID if the accounts
 * cannot be joined, or if their companies may differ and the administrator has not accepted that, STALE if the preview
 * is out of date.
 */
export function joinAccounts(
  context: JoinContext,
  userId: number,
  { login, reason, digest, acceptsOtherCompany = false }: Body<typeof joinAccountsCalls.join>,
): Promise<JoinEffect> {
  const { actor, at } = context;
  return context.database.transact(async (trx) => {
    const lockedPair = await lockPair(trx, actor, { userId, login });
    const effect = await moveToAccount(trx, lockedPair, at);
    if (effect.digest !== digest) throw problem('STALE');
    if (effect.isOtherCompany && !acceptsOtherCompany) throw invalid({ acceptsOtherCompany: fieldMessages.notAllowed });
    await eraseOtherAccount(trx, context, { pair: lockedPair, effect, reason });
    return effect;
  });
}

/** Locks the two accounts, so that nobody changes them during the join. */
async function lockPair(
  trx: Trx,
  actor: Actor,
  { userId, login }: { userId: number; login: string },
): Promise<JoinPair> {
  const otherId = await findUserIdByLogin(trx, login);
  if (userId === actor.userId || otherId === actor.userId) throw problem('OWN_ACCOUNT');
  const accounts = await lockAccounts(trx, actor, [userId, ...(otherId === null ? [] : [otherId])]);
  const account = accounts.find(({ id }) => id === userId);
  const otherAccount = accounts.find(({ id }) => id === otherId);
  if (!account) throw problem('USER_NOT_FOUND');
  if (!otherAccount || otherAccount === account || !isJoinable(account) || !isJoinable(otherAccount))
    throw invalid({ login: phrases().cannotJoin() });
  return { account, other: otherAccount };
}

/**
 * Returns whether an account can be joined. An account of staff cannot, because its assignments and permissions cannot
 * be joined. A suspended account cannot, because joining must not give it valid licences.
 */
const isJoinable = ({ status, profileId }: JoinedAccount): boolean => status === 'active' && !isStaffProfile(profileId);

async function moveToAccount(trx: Trx, { account, other }: JoinPair, at: number): Promise<JoinEffect> {
  const accounts = { from: other.id, to: account.id };
  const erasedCounts = await countRowsToErase(trx, other.id, at);
  const samePcs = await findSamePcs(trx, accounts);
  await mergeMachines(trx, samePcs, at);
  const grants = await moveGrants(trx, accounts, toUtcDay(at));
  await replaceReleaser(trx, accounts);
  await withdrawSameHelpRequests(trx, accounts, at);
  // The second contact of the account to be erased may belong to another company, so it gets no e-mails about the account that is kept.
  await deleteLettersToContact(trx, other.id);
  const movedCounts = await moveRows(trx, accounts);
  await keepCompany(trx, { account, other });
  await deleteLetterMentions(trx, other.id);
  await rewriteSearchTexts(trx, [account.id]);
  const tools = await findToolUsages(trx, { userId: account.id, now: at });
  const effect = {
    other: {
      userId: other.id,
      login: other.login,
      name: formatName(other),
      company: other.company,
      profileID: other.profileId,
      country: other.country,
      brand: other.brandId,
    },
    isOtherCompany: isOtherCompany(account, other),
    openKits: await countOpenKits(trx, at),
    moved: {
      pcs: movedCounts.machines ?? 0,
      licenses: movedCounts.licenses ?? 0,
      helpRequests: movedCounts.helpRequests ?? 0,
      letters: movedCounts.outbox ?? 0,
      grants: grants.length,
    },
    samePcs: samePcs.map(({ name }) => name),
    dropped: erasedCounts,
    overLimit: tools
      .filter(({ seatsUsed, seatsAllowed }) => seatsUsed > seatsAllowed)
      .map(({ toolName, seatsUsed, seatsAllowed }) => ({ tool: toolName, used: seatsUsed, allowed: seatsAllowed })),
  };
  const versions = [account.version, other.version];
  return {
    ...effect,
    digest: createHash('sha256')
      .update(JSON.stringify({ ...effect, grants, versions }))
      .digest('base64url'),
  };
}

/**
 * Returns whether the two accounts may belong to different companies, so that the administrator must accept this for the join. An account
 * without a company may belong to any company.
 */
function isOtherCompany(account: JoinedAccount, other: JoinedAccount): boolean {
  const company = foldText(account.company);
  return company === '' || company !== foldText(other.company);
}

/**
 * Moves the grants that the kept account does not have, joins the grants that both accounts have, and returns the grants that the kept account
 * gets.
 */
async function moveGrants(trx: Trx, { from, to }: { from: number; to: number }, today: string) {
  const grants = await findGrantsOf(trx, [from, to]);
  const changedGrants = [];
  for (const grant of grants.filter(({ userId }) => userId === from)) {
    const keptGrant = grants.find(
      ({ userId, toolId, brandId }) => userId === to && toolId === grant.toolId && brandId === grant.brandId,
    );
    const { toolId, brandId } = grant;
    const term = keptGrant
      ? { ...joinGrants(keptGrant, grant, today), pcs: joinPcs(keptGrant.pcs, grant.pcs) }
      : { ...pickTerm(grant), pcs: grant.pcs };
    // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
    await (keptGrant ? changeGrant(trx, keptGrant.id, term) : moveGrant(trx, grant.id, to));
    changedGrants.push({ toolId, brandId, ...term });
  }
  return changedGrants;
}

/** Adds the PCs that both accounts have bought; null is the number of the policy. */
const joinPcs = (one: number | null, two: number | null): number | null =>
  one === null || two === null ? (one ?? two) : one + two;

/**
 * Keeps the company of the account to be erased, and its role if that is the higher one. Throws OTHER_COMPANY if the accounts belong to two
 * companies.
 */
async function keepCompany(trx: Trx, { account, other }: JoinPair): Promise<void> {
  if (other.companyId === null) return;
  if (account.companyId !== null && account.companyId !== other.companyId) throw problem('OTHER_COMPANY');
  if (account.companyId !== null && other.companyRole === 'member') return;
  const { companyId, companyRole, company } = other;
  await setMembership(trx, [account.id], { companyId, companyRole, company });
}

type CompletedJoin = { pair: JoinPair; effect: JoinEffect; reason: string };

/**
 * Sends an e-mail to the addresses of both accounts, and erases the account `other`. The login of the erased account is
 * free again.
 */
async function eraseOtherAccount(
  trx: Trx,
  context: JoinContext,
  { pair: { account, other }, effect, reason }: CompletedJoin,
): Promise<void> {
  const { actor, at, queueLetter } = context;
  const { digest: _, ...facts } = effect;
  const { id: userId, brandId, firstName } = account;
  for (const to of [account.login, other.login])
    // Both e-mails belong to the kept account, so that they are not deleted together with the erased account.
    // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
    await queueLetter(trx, {
      kind: 'accountsJoined',
      to,
      userId,
      brandId,
      firstName,
      login: account.login,
      endedLogin: other.login,
      pcs: facts.moved.pcs + facts.samePcs.length,
    });
  await raiseAccountVersion(trx, userId);
  await deleteInvitationsOf(trx, toLoginColumns(other.login));
  const erased = await erasePerson(trx, other.id, at);
  const statusChange = { at, actorId: actor.userId, fromStatus: 'active', toStatus: 'deleted' } as const;
  await insertHistory(trx, { ...statusChange, userId: other.id, reason: null });
  await recordAudits(trx, [
    createAuditEntry(context, {
      action: 'user.join',
      subject: { kind: 'user', id: userId },
      after: { ...facts, reason },
    }),
    createAuditEntry(context, {
      action: 'user.joinInto',
      subject: { kind: 'user', id: other.id, personId: null },
      before: { status: 'active' },
      after: { status: 'deleted', joinedInto: userId, ...erased },
    }),
  ]);
}

const formatName = ({ firstName, lastName, login }: JoinedAccount): string =>
  `${firstName} ${lastName}`.trim() || login;

type Term = Pick<GrantOfAccount, 'configTools' | 'validFrom' | 'validTo'>;

/**
 * Joins two grants of the same tool and brand into one. If the grants overlap, or one begins on the day after the other
 * ends, the new grant lasts from the earlier start to the later end, with the add-ons of both. If there are days
 * between the two grants, only one grant is kept, because nobody granted these days. The grant that is valid on the day
 * `today` (YYYY-MM-DD) is kept, else the later grant.
 */
export function joinGrants(one: Term, two: Term, today: string): Term {
  const [earlier, later] = endsBefore(two, one) ? [two, one] : [one, two];
  if (endsBefore(earlier, later)) return pickTerm(isValidOn(earlier, today) ? earlier : later);
  const addOns = new Set([...readAddOns(one), ...readAddOns(two)]);
  return {
    configTools: JSON.stringify([...addOns].toSorted()),
    // Null means that a term has no first day or no last day.
    validFrom: one.validFrom === null || two.validFrom === null ? null : minimum(one.validFrom, two.validFrom),
    validTo: one.validTo === null || two.validTo === null ? null : maximum(one.validTo, two.validTo),
  };
}

/** Returns whether there are days between the end of grant `one` and the start of grant `two`. */
const endsBefore = (one: Term, two: Term): boolean =>
  one.validTo !== null && two.validFrom !== null && toUtcDay(Date.parse(one.validTo) + days(1)) < two.validFrom;

const isValidOn = ({ validFrom, validTo }: Term, day: string): boolean =>
  (validFrom === null || validFrom <= day) && (validTo === null || validTo >= day);

const pickTerm = ({ configTools, validFrom, validTo }: Term): Term => ({ configTools, validFrom, validTo });

const minimum = (one: string, two: string): string => (one < two ? one : two);
const maximum = (one: string, two: string): string => (one > two ? one : two);

function readAddOns({ configTools }: Term): string[] {
  const storedNames: unknown = JSON.parse(configTools);
  return Array.isArray(storedNames) ? storedNames.filter((addOn) => typeof addOn === 'string') : [];
}
