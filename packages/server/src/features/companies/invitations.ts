import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { CompanyRole } from '@basics/contract/session/current-user.ts';
import type { CompanyInvitation, companyPeople } from '@basics/contract/companies/company-people.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { createHash } from 'node:crypto';
import type { Db, Trx } from '#server/database/foundation.ts';
import { formatName } from '#server/features/users/user.ts';
import { findUser, findUserByLogin } from '#server/features/users/users.repository.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { days, hours, toIsoTime } from '#server/platform/clock/clock.ts';
import { foldLogin, toLoginColumns } from '#server/platform/email-addresses.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem, problemWithFacts } from '#server/platform/problem.ts';
import { claimAttempt, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import { claimLinkAttempt } from '#server/platform/security/link-limits.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import type { CompanyRow } from './companies.repository.ts';
import { lockOrRefuse, requireCompany } from './company.ts';
import { lockCompany } from '#server/features/licenses/seats/company-seats.repository.ts';
import { joinCompany, mayNameManager, requireMayNameManager } from './members.ts';
import { lockMember } from './members.repository.ts';
import {
  changeInvitation,
  endOpenInvitation,
  findInvitation,
  findInvitations,
  findOpenInvitation,
  insertInvitation,
  type InvitationRow,
} from './people.repository.ts';

type InviteContext = WriteContext & Pick<CallContext, 'queueLetter' | 'randomBytes'>;

/** Lists the invitations to a company in the actor's scope, the newest first. Throws RESULTS_NOT_FOUND. */
export async function listInvitations(
  { db, actor, at }: Pick<CallContext, 'db' | 'actor' | 'at'>,
  companyId: number,
): Promise<Reply<typeof companyPeople.invitations>> {
  await requireCompany(db, actor, companyId);
  return { items: (await findInvitations(db, companyId)).map((row) => toInvitation(row, at)) };
}

/** A company sends at most this many invitations in an hour, so that nobody floods mailboxes with the portal. */
const invitationLimit: RateLimit = {
  freeAttempts: 50,
  windowMs: hours(1),
  firstWaitMs: hours(1),
  longestWaitMs: hours(1),
};

/** An address gets at most this many invitations in an hour, from all companies together. */
const mailboxLimit: RateLimit = { ...invitationLimit, freeAttempts: 5 };

type ClaimedInvitation = { companyId: number; login: string; at: number };

/** Counts an e-mail with an invitation, for the company and for the address. Throws TOO_MANY_ATTEMPTS. */
async function claimInvitation(db: Db, { companyId, login, at }: ClaimedInvitation): Promise<void> {
  await claimAttempt(db, `company:invite:${companyId}`, invitationLimit, at);
  await claimAttempt(db, `company:invited:${hashToken(foldLogin(login))}`, mailboxLimit, at);
}

/**
 * Invites a person to a company by e-mail. An open invitation of the same address ends. Throws RESULTS_NOT_FOUND, COMPANY_SUSPENDED,
 * MANAGERS_DECIDE, TOO_MANY_ATTEMPTS.
 */
export async function invite(
  context: InviteContext,
  companyId: number,
  { login, role }: Body<typeof companyPeople.invite>,
): Promise<CompanyInvitation> {
  const { database, actor, at } = context;
  await requireCompany(database.kysely, actor, companyId);
  await claimInvitation(database.kysely, { companyId, login, at });
  return database.transact(async (trx) => {
    const company = await lockOrRefuse(trx, actor, companyId);
    requireActive(company);
    const id = await insertAndSend(trx, context, { company, login, role });
    return readInvitation(trx, companyId, { id, at });
  });
}

type NewInvitation = { company: CompanyRow; login: string; role: CompanyRole };

/**
 * Invites a person to a company that the caller has locked; an open invitation of the same address ends. Returns the id of the invitation.
 * Throws MANAGERS_DECIDE.
 */
export async function insertAndSend(
  trx: Trx,
  context: InviteContext,
  { company, login, role }: NewInvitation,
): Promise<number> {
  const { actor, at } = context;
  if (role === 'manager') await requireMayNameManager(trx, company.id, actor.userId);
  const address = toLoginColumns(login);
  await endOpenInvitation(trx, company.id, address.loginFold, at);
  const { token, ...link } = createLink(context);
  const id = await insertInvitation(trx, {
    companyId: company.id,
    login: address.login,
    loginFold: address.loginFold,
    role,
    invitedBy: actor.userId,
    invitedAt: at,
    ...link,
  });
  await sendLink(trx, context, { company, invitation: { id, login: address.login, role }, token });
  await recordInvitation(trx, context, { action: 'company.invite', companyId: company.id, id });
  return id;
}

/** Sends an invitation again, with a new link. Throws RESULTS_NOT_FOUND, COMPANY_SUSPENDED, LINK_NOT_VALID, TOO_MANY_ATTEMPTS. */
export async function sendInvitationAgain(
  context: InviteContext,
  { id: companyId, invitationId: id }: { id: number; invitationId: number },
): Promise<CompanyInvitation> {
  const { database, actor, at } = context;
  await requireCompany(database.kysely, actor, companyId);
  const row = await findInvitation(database.kysely, companyId, id);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  await claimInvitation(database.kysely, { companyId, login: row.login, at });
  return database.transact(async (trx) => {
    const company = await lockOrRefuse(trx, actor, companyId);
    requireActive(company);
    const { token, ...link } = createLink(context);
    if (!(await changeInvitation(trx, id, link))) throw problem('LINK_NOT_VALID');
    await sendLink(trx, context, { company, invitation: row, token });
    await recordInvitation(trx, context, { action: 'company.sendInvitation', companyId, id });
    return readInvitation(trx, companyId, { id, at });
  });
}

/** Withdraws an invitation: its link stops working. Throws RESULTS_NOT_FOUND, LINK_NOT_VALID. */
export function withdrawInvitation(
  context: WriteContext,
  { id: companyId, invitationId: id }: { id: number; invitationId: number },
): Promise<void> {
  const { database, actor, at } = context;
  return database.transact(async (trx) => {
    await lockOrRefuse(trx, actor, companyId);
    if (!(await findInvitation(trx, companyId, id))) throw problem('RESULTS_NOT_FOUND');
    if (!(await changeInvitation(trx, id, { endedAt: at }))) throw problem('LINK_NOT_VALID');
    await recordInvitation(trx, context, { action: 'company.endInvitation', companyId, id });
  });
}

/**
 * Makes the actor a member of the company of an invitation; a preview changes nothing. Only the account with the invited address can use
 * the link, once. An invited manager becomes a member if the one who sent the invitation may no longer name a manager. Throws
 * LINK_NOT_VALID, INVITED_OTHER, COMPANY_SUSPENDED, OTHER_COMPANY, NOT_A_CUSTOMER.
 */
export async function acceptInvitation(
  context: WriteContext,
  { token, preview = false }: Body<typeof companyPeople.acceptInvitation>,
): Promise<Reply<typeof companyPeople.acceptInvitation>> {
  const { database, actor, origin, at } = context;
  const attempt = await claimLinkAttempt(database.kysely, origin.address, at);
  const reply = await database.transact(async (trx) => {
    const account = await lockMember(trx, actor, actor.userId);
    const invitation = await findOpenInvitation(trx, hashToken(token), at);
    if (!account || !invitation) throw problem('LINK_NOT_VALID');
    if (foldLogin(account.login) !== invitation.loginFold) throw problem('INVITED_OTHER');
    requireActive(invitation);
    const { companyId, name, invitedBy } = invitation;
    if (account.companyId === companyId) throw problem('LINK_NOT_VALID');
    await lockCompany(trx, companyId);
    const isManager = invitation.role === 'manager' && (await mayNameManager(trx, companyId, invitedBy));
    if (!preview) {
      if (!(await changeInvitation(trx, invitation.id, { endedAt: at, userId: actor.userId })))
        throw problem('LINK_NOT_VALID');
      const managers = isManager ? [account.id] : [];
      await joinCompany(trx, context, {
        company: { id: companyId, name },
        people: [account],
        ids: [account.id],
        managers,
      });
    }
    return { companyId, name, role: isManager ? ('manager' as const) : ('member' as const) };
  });
  await attempt.giveBack();
  return reply;
}

export function requireActive({ name, status }: Pick<CompanyRow, 'name' | 'status'>): void {
  if (status === 'suspended') throw problemWithFacts('COMPANY_SUSPENDED', { company: name });
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

function createLink({ randomBytes, at }: InviteContext) {
  const token = Buffer.from(randomBytes(32)).toString('base64url');
  return { token, hash: hashToken(token), expiresAt: at + days(limits.company.invitationDays) };
}

type SentLink = {
  company: CompanyRow;
  invitation: Pick<InvitationRow, 'id' | 'login' | 'role'>;
  token: string;
};

/** Queues the e-mail with the link. The e-mail belongs to the account of the address, if there is one. */
async function sendLink(trx: Trx, context: InviteContext, { company, invitation, token }: SentLink): Promise<void> {
  const { actor, queueLetter, at } = context;
  const sender = await findUser(trx, actor.userId);
  const account = await findUserByLogin(trx, foldLogin(invitation.login));
  await queueLetter(trx, {
    kind: 'companyInvitation',
    to: invitation.login,
    userId: account?.id ?? null,
    brandId: sender?.brandId ?? null,
    firstName: '',
    token,
    validUntil: at + days(limits.company.invitationDays),
    company: company.name,
    role: invitation.role,
    by: { userId: actor.userId, name: sender ? formatName(sender) : actor.login },
  });
}

type InvitationEvent = {
  action: 'company.invite' | 'company.sendInvitation' | 'company.endInvitation';
  companyId: number;
  id: number;
};

/** Records an act about an invitation. The entry has no address, so that it has no personal data. */
const recordInvitation = (trx: Trx, context: WriteContext, { action, companyId, id }: InvitationEvent): Promise<void> =>
  recordAction(trx, context, { action, subject: { kind: 'company', id: companyId }, after: { invitationId: id } });

async function readInvitation(db: Db, companyId: number, { id, at }: { id: number; at: number }) {
  const row = await findInvitation(db, companyId, id);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  return toInvitation(row, at);
}

const toInvitation = (row: InvitationRow, now: number): CompanyInvitation => ({
  invitationId: row.id,
  login: row.login,
  role: row.role,
  invitedBy: formatName({
    firstName: row.firstName ?? '',
    lastName: row.lastName ?? '',
    login: row.inviterLogin ?? '',
  }),
  invitedAt: toIsoTime(row.invitedAt),
  expiresAt: toIsoTime(row.expiresAt),
  state:
    row.userId !== null ? 'accepted' : row.endedAt !== null ? 'withdrawn' : row.expiresAt <= now ? 'expired' : 'open',
});
