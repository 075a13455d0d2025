import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { limits } from '../calls/limits.ts';
import { idInPath, moment, numberInPath, personId } from '../fields/fields.ts';
import { requiredText } from '../fields/required-text.ts';
import { companyRole } from '../session/current-user.ts';
import { fieldMessages } from '../texts/field-messages.ts';
import { loginAddress } from '../users/user-fields.ts';

/** A member of a company. `pcs` is the number of PCs of the member that use a seat. */
const companyMember = z.strictObject({
  userId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  login: z.string(),
  role: companyRole,
  status: z.enum(['approved', 'active', 'suspended']),
  pcs: z.int(),
});
export type CompanyMember = z.infer<typeof companyMember>;

/** `hidden` is the number of members who are not in the scope of a salesman, with the number of their PCs that use a seat. */
const companyMembers = z.strictObject({
  items: z.array(companyMember),
  hidden: z.strictObject({ members: z.int(), pcs: z.int() }),
});

/** An invitation to a company. It is valid for 14 days, once, and only for the account with the address `login`. */
const companyInvitation = z.strictObject({
  invitationId: z.int(),
  login: z.string(),
  role: companyRole,
  invitedBy: z.string(),
  invitedAt: moment,
  expiresAt: moment,
  state: z.enum(['open', 'accepted', 'withdrawn', 'expired']),
});
export type CompanyInvitation = z.infer<typeof companyInvitation>;

/**
 * The recovery of a company whose managers are gone: `user` becomes a manager at `effectiveAt`, unless a manager objects. All members get an
 * e-mail about it.
 */
const companyRecovery = z.strictObject({
  user: z.strictObject({ userId: z.int(), name: z.string() }),
  askedAt: moment,
  effectiveAt: moment,
  state: z.enum(['waiting', 'done', 'stopped']),
  /** Only for staff. */
  reason: z.optional(z.string()),
});

/** Why a user seems to belong to a company: the text Company of the account is its name, or a member has an address of the same domain. */
const belongsBy = z.enum(['name', 'domain']);

/** A user without a company who seems to belong to a company. */
const companyCandidate = z.strictObject({ userId: z.int(), name: z.string(), login: z.string(), by: belongsBy });
export type CompanyCandidate = z.infer<typeof companyCandidate>;

/** A company to which a user without a company seems to belong. */
const suggestedCompany = z.strictObject({ companyId: z.int(), name: z.string(), by: belongsBy });
export type SuggestedCompany = z.infer<typeof suggestedCompany>;

const memberInPath = z.strictObject({ id: numberInPath, userId: numberInPath });
const invitationInPath = z.strictObject({ id: numberInPath, invitationId: numberInPath });
const isManagerOrStaff = { any: ['license.generate'] } as const;

export const companyPeople = {
  members: endpoint({
    name: 'companies.members',
    summary: 'The members of a company; a salesman sees the names of members in scope only',
    method: 'GET',
    path: '/company/{id}/members',
    access: isManagerOrStaff,
    params: idInPath,
    reply: companyMembers,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  addMember: endpoint({
    name: 'companies.addMember',
    summary: 'Put a user into a company; the PCs of the user count as PCs of the company',
    method: 'POST',
    path: '/company/{id}/members',
    access: { any: ['users.edit'] },
    params: idInPath,
    body: z.strictObject({ userId: personId(fieldMessages.name), role: z._default(companyRole, 'member') }),
    reply: companyMembers,
    problems: ['RESULTS_NOT_FOUND', 'USER_NOT_FOUND', 'OTHER_COMPANY', 'NOT_A_CUSTOMER', 'MANAGERS_DECIDE'],
  }),
  candidates: endpoint({
    name: 'companies.candidates',
    summary:
      'The users without a company who seem to belong to a company, by their text Company or their domain; nothing is changed',
    method: 'GET',
    path: '/company/{id}/candidates',
    access: { any: ['users.view'] },
    params: idInPath,
    reply: z.strictObject({ items: z.array(companyCandidate) }),
    problems: ['RESULTS_NOT_FOUND'],
  }),
  suggestions: endpoint({
    name: 'companies.suggestions',
    summary: 'The companies to which a user without a company seems to belong; nothing is changed',
    method: 'GET',
    path: '/user/{id}/company/suggestions',
    access: { any: ['users.view'] },
    params: idInPath,
    reply: z.strictObject({ items: z.array(suggestedCompany) }),
    problems: ['USER_NOT_FOUND'],
  }),
  setRole: endpoint({
    name: 'companies.setRole',
    summary: 'Make a member a manager, or a manager a member; a company keeps its last manager',
    method: 'PUT',
    path: '/company/{id}/member/{userId}',
    access: isManagerOrStaff,
    params: memberInPath,
    body: z.strictObject({ role: companyRole }),
    reply: companyMembers,
    problems: ['RESULTS_NOT_FOUND', 'USER_NOT_FOUND', 'LAST_MANAGER', 'MANAGERS_DECIDE'],
  }),
  removeMember: endpoint({
    name: 'companies.removeMember',
    summary:
      'Take a member out of a company, or leave it; the account stays, and its PCs with their licences go to a manager',
    method: 'DELETE',
    path: '/company/{id}/member/{userId}',
    access: isManagerOrStaff,
    params: memberInPath,
    reply: null,
    problems: ['RESULTS_NOT_FOUND', 'USER_NOT_FOUND', 'LAST_MANAGER'],
  }),
  invitations: endpoint({
    name: 'companies.invitations',
    summary: 'The invitations to a company, the newest first',
    method: 'GET',
    path: '/company/{id}/invitations',
    access: isManagerOrStaff,
    params: idInPath,
    reply: z.strictObject({ items: z.array(companyInvitation) }),
    problems: ['RESULTS_NOT_FOUND'],
  }),
  invite: endpoint({
    name: 'companies.invite',
    summary: 'Invite a person to a company by e-mail; an open invitation for the same address is replaced',
    method: 'POST',
    path: '/company/{id}/invitations',
    access: isManagerOrStaff,
    params: idInPath,
    body: z.strictObject({ login: loginAddress, role: z._default(companyRole, 'member') }),
    reply: companyInvitation,
    problems: ['RESULTS_NOT_FOUND', 'COMPANY_SUSPENDED', 'MANAGERS_DECIDE', 'TOO_MANY_ATTEMPTS'],
  }),
  sendInvitation: endpoint({
    name: 'companies.sendInvitation',
    summary: 'Send an open or expired invitation again, with a new link that is valid for 14 days',
    method: 'PUT',
    path: '/company/{id}/invitation/{invitationId}/send',
    access: isManagerOrStaff,
    params: invitationInPath,
    reply: companyInvitation,
    problems: ['RESULTS_NOT_FOUND', 'COMPANY_SUSPENDED', 'TOO_MANY_ATTEMPTS', 'LINK_NOT_VALID'],
  }),
  withdrawInvitation: endpoint({
    name: 'companies.withdrawInvitation',
    summary: 'Withdraw an invitation: its link stops working',
    method: 'DELETE',
    path: '/company/{id}/invitation/{invitationId}',
    access: isManagerOrStaff,
    params: invitationInPath,
    reply: null,
    problems: ['RESULTS_NOT_FOUND', 'LINK_NOT_VALID'],
  }),
  acceptInvitation: endpoint({
    name: 'companies.acceptInvitation',
    summary: 'Check an invitation (preview), or join the company with it',
    method: 'POST',
    path: '/company/invitation/accept',
    access: isManagerOrStaff,
    body: z.strictObject({
      token: requiredText(fieldMessages.userCode, limits.text.line),
      preview: z.optional(z.boolean()),
    }),
    reply: z.strictObject({ companyId: z.int(), name: z.string(), role: companyRole }),
    problems: ['LINK_NOT_VALID', 'INVITED_OTHER', 'OTHER_COMPANY', 'NOT_A_CUSTOMER', 'COMPANY_SUSPENDED'],
  }),
  recovery: endpoint({
    name: 'companies.recovery',
    summary: 'The last recovery of a company; null if there was none',
    method: 'GET',
    path: '/company/{id}/recovery',
    access: isManagerOrStaff,
    params: idInPath,
    reply: z.strictObject({ recovery: z.nullable(companyRecovery) }),
    problems: ['RESULTS_NOT_FOUND'],
  }),
  recover: endpoint({
    name: 'companies.recover',
    summary: 'Make a member a manager in 72 hours, with a reason, unless a manager objects; all members get an e-mail',
    method: 'POST',
    path: '/company/{id}/recovery',
    access: { any: ['users.edit'] },
    params: idInPath,
    body: z.strictObject({
      userId: personId(fieldMessages.name),
      reason: requiredText(fieldMessages.reason, limits.text.reason),
    }),
    reply: companyRecovery,
    problems: ['RESULTS_NOT_FOUND', 'USER_NOT_FOUND', 'RECOVERY_RUNS'],
  }),
  stopRecovery: endpoint({
    name: 'companies.stopRecovery',
    summary: 'Object to the recovery of a company, as its manager or as staff: nobody becomes a manager',
    method: 'DELETE',
    path: '/company/{id}/recovery',
    access: isManagerOrStaff,
    params: idInPath,
    reply: null,
    problems: ['RESULTS_NOT_FOUND'],
  }),
};
