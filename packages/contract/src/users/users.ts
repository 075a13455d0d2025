import * as z from 'zod/mini';
import { startedAct } from '../calls/bulk.ts';
import { crmAccount } from '../crm/crm.ts';
import { companyRole, readCurrentUser } from '../session/current-user.ts';
import { binary, endpoint } from '../calls/endpoint.ts';
import { idInPath, moment, readVersion, undoFields } from '../fields/fields.ts';
import { limits } from '../calls/limits.ts';
import {
  bulkReply,
  companyFilter,
  companyOfKeyword,
  csvExport,
  massIdList,
  createListBody,
  createPageBody,
  createPage,
  createCursorBody,
  createCursorPage,
  countryOption,
  option,
} from '../calls/lists.ts';
import { preferenceOptions, preferences } from './preferences.ts';
import type { ProblemCode } from '../calls/problems.ts';
import { requiredText } from '../fields/required-text.ts';
import { configTool } from '../tools/tools.ts';
import { existingPassword } from '../session/signing-in.ts';
import { userFilters, userStatus, userStatuses } from './user-lists.ts';
import { createUserBody, loginAddress, replyUserFields, updateUserBody } from './user-fields.ts';
import { fieldMessages } from '../texts/field-messages.ts';

export const user = z.strictObject({
  userId: z.int(),
  login: z.string(),
  ...replyUserFields,
  continent: z.nullable(z.string()),
  userDomain: z.nullable(z.string()),
  /** The company to which the user belongs; absent for a user who belongs to no company. `company` then has its name. */
  companyId: z.optional(z.int()),
  companyRole: z.optional(companyRole),
  status: userStatus,
  /** The time at which the link expires with which an invited user sets the password. */
  invitedUntil: z.optional(z.nullable(moment)),
  version: z.int(),
  createdAt: moment,
});
export type User = z.infer<typeof user>;

/**
 * The statuses in the history of a user. The history can contain `deleted`, because a deleted user can be restored from
 * the bin.
 */
export const historyStatus = z.enum([...userStatuses, 'deleted']);

/**
 * One change of the status of a user. `from` is null for the first change. `by` is the name of the user who made the
 * change.
 */
export const statusChange = z.strictObject({
  at: moment,
  from: z.nullable(historyStatus),
  to: historyStatus,
  by: z.string(),
  reason: z.nullable(z.string()),
});
export type StatusChange = z.infer<typeof statusChange>;

const versionBody = z.strictObject({ version: readVersion });

/**
 * The body of the call that changes a login. To change the login of a user, staff must also type their own password. If no password were
 * needed, a person with a stolen session could take over other accounts.
 */
export const changeLoginBody = z.strictObject({
  login: loginAddress,
  currentPassword: existingPassword(fieldMessages.password),
});

/** If `forGood` is absent, the deleted user can be restored for 30 days. */
const deletionQuery = z.strictObject({ forGood: z.optional(z.literal('true')) });

const sortableFields = ['login', 'firstName', 'lastName', 'company', 'country', 'status', 'createdAt'] as const;
/** The reasons why a call about an account refuses an applicant who has no account yet. */
export const noAccountRefusals = ['REQUEST_OPEN', 'REQUEST_CLOSED'] as const satisfies ProblemCode[];
const suspendRefusals = ['SUSPEND_INVITED', 'ALREADY_SUSPENDED', ...noAccountRefusals] as const satisfies ProblemCode[];

export const users = {
  current: readCurrentUser,
  get: endpoint({
    name: 'users.get',
    summary: 'A user in the caller’s scope',
    method: 'GET',
    path: '/user/{id}',
    access: { any: ['users.view', 'account.view'] },
    machines: true,
    params: idInPath,
    reply: user,
    problems: ['USER_NOT_FOUND'],
  }),
  history: endpoint({
    name: 'users.history',
    summary: 'The status history of a user in the caller’s scope: who changed it, when and why; newest first',
    method: 'GET',
    path: '/user/{id}/history',
    access: { any: ['users.view', 'requests.view'] },
    machines: true,
    params: idInPath,
    reply: z.strictObject({ items: z.array(statusChange) }),
    problems: ['USER_NOT_FOUND'],
  }),
  search: endpoint({
    name: 'users.search',
    summary: 'Users in the caller’s scope whose request was approved',
    method: 'POST',
    path: '/user/search',
    access: { any: ['users.view'] },
    machines: true,
    body: createCursorBody(sortableFields, limits.page.users, userFilters),
    reply: z.extend(createCursorPage(user), companyOfKeyword),
    problems: [],
  }),
  export: endpoint({
    ...csvExport,
    name: 'users.export',
    path: '/user/export',
    access: { any: ['users.view'] },
    body: createListBody(sortableFields, userFilters),
  }),
  personalData: endpoint({
    name: 'users.personalData',
    summary: 'All data about a user in the caller’s scope, or about the signed-in user, as one JSON file',
    method: 'POST',
    path: '/user/{id}/personal-data',
    access: { any: ['users.edit', 'account.view'] },
    params: idInPath,
    reply: binary,
    problems: ['USER_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
  create: endpoint({
    name: 'users.create',
    summary: 'Create an account; the new user gets a link to set a password',
    method: 'POST',
    path: '/user',
    access: { any: ['users.create'] },
    machines: true,
    location: '/user/{userId}',
    body: createUserBody,
    reply: user,
    problems: [],
  }),
  update: endpoint({
    name: 'users.update',
    summary: "Change a user in the caller’s scope, or the user's own preferences; absent fields stay unchanged",
    method: 'PUT',
    path: '/user/{id}',
    access: { any: ['users.edit', 'account.view'] },
    machines: true,
    params: idInPath,
    body: updateUserBody,
    record: user,
    reply: user,
    problems: ['USER_NOT_FOUND', 'STALE', 'OWN_ACCOUNT', 'LAST_ADMINISTRATOR', ...noAccountRefusals],
  }),
  remove: endpoint({
    name: 'users.remove',
    summary: 'Delete a user',
    method: 'DELETE',
    path: '/user/{id}',
    access: { any: ['users.delete'] },
    params: idInPath,
    query: deletionQuery,
    reply: null,
    problems: ['USER_NOT_FOUND', 'OWN_ACCOUNT', 'LAST_ADMINISTRATOR'],
  }),
  removeMany: endpoint({
    name: 'users.removeMany',
    summary: 'Delete users or requests in one transaction; the reply has an outcome for each id',
    method: 'DELETE',
    path: '/user/bulk',
    access: { any: ['users.delete', 'requests.delete'] },
    query: z.extend(deletionQuery, { background: z.optional(z.literal('true')) }),
    body: massIdList,
    bodyBytes: limits.massAct.bytes,
    reply: z.extend(bulkReply, startedAct),
    problems: [],
  }),
  changeLogin: endpoint({
    name: 'users.changeLogin',
    summary:
      'Request a new login for a user in the caller’s scope or for oneself; it changes when the new address is confirmed',
    method: 'PUT',
    path: '/user/{id}/login',
    access: { any: ['users.edit', 'account.view'] },
    params: idInPath,
    body: changeLoginBody,
    reply: z.strictObject({ received: z.literal(true) }),
    problems: ['USER_NOT_FOUND', ...noAccountRefusals, 'TOO_MANY_ATTEMPTS'],
  }),
  suspend: endpoint({
    name: 'users.suspend',
    summary: 'Suspend an active user; all sessions of the user end at once',
    method: 'PUT',
    path: '/user/{id}/suspend',
    access: { any: ['users.edit'] },
    machines: true,
    params: idInPath,
    body: z.strictObject({
      version: readVersion,
      reason: requiredText(fieldMessages.reason, limits.text.reason),
    }),
    reply: z.extend(user, undoFields),
    problems: ['USER_NOT_FOUND', 'STALE', 'OWN_ACCOUNT', 'LAST_ADMINISTRATOR', ...suspendRefusals],
  }),
  reinstate: endpoint({
    name: 'users.reinstate',
    summary: 'Reinstate a suspended user',
    method: 'PUT',
    path: '/user/{id}/reinstate',
    access: { any: ['users.edit'] },
    machines: true,
    params: idInPath,
    body: versionBody,
    reply: user,
    problems: ['USER_NOT_FOUND', 'STALE', 'NOT_SUSPENDED', 'ONLY_INVITED', ...noAccountRefusals],
  }),
  invite: endpoint({
    name: 'users.invite',
    summary: 'Send a new set-password link; the previous one stops working',
    method: 'PUT',
    path: '/user/{id}/invite',
    access: { any: ['users.edit', 'requests.edit'] },
    machines: true,
    params: idInPath,
    reply: z.extend(user, undoFields),
    problems: ['USER_NOT_FOUND', 'HAS_PASSWORD', 'STILL_SUSPENDED', ...noAccountRefusals, 'TOO_MANY_ATTEMPTS'],
  }),
  options: endpoint({
    name: 'users.options',
    summary: 'The option lists of the user forms; they contain only profiles that the signed-in user may assign',
    method: 'GET',
    path: '/user/data/info',
    access: { any: ['users.view', 'requests.view'] },
    machines: true,
    reply: z.strictObject({
      profiles: z.array(z.strictObject({ id: z.int(), name: z.string() })),
      brands: z.array(option),
      tools: z.array(option),
      configTools: z.array(configTool),
      /**
       * Tools and add-ons that new users can no longer get. The portal needs the names of these tools and add-ons for users who still have
       * them.
       */
      retired: z.strictObject({ tools: z.array(option), configTools: z.array(configTool) }),
      countries: z.array(countryOption),
      continents: z.array(option),
      languages: z.array(option),
    }),
    problems: [],
  }),
  preferences: endpoint({
    name: 'users.preferences',
    summary: 'The options of the preferences, and the preferences of the signed-in user',
    method: 'GET',
    path: '/user/data/preference',
    access: { any: ['account.view'] },
    reply: z.strictObject({
      options: preferenceOptions,
      values: preferences,
      version: z.int(),
    }),
    problems: [],
  }),
  companies: endpoint({
    name: 'users.companies',
    summary: 'The companies in the caller’s scope whose name begins with the keyword, for the filter of a list',
    method: 'POST',
    path: '/user/data/info/companies',
    access: { any: ['users.view', 'requests.view'] },
    machines: true,
    body: z.strictObject({ keyword: companyFilter }),
    reply: z.strictObject({ items: z.array(z.string()) }),
    problems: [],
  }),
  crm: endpoint({
    name: 'users.crm',
    summary: 'Accounts of the CRM whose name or number contains the keyword',
    method: 'POST',
    path: '/user/data/info/crm',
    access: { any: ['users.create', 'users.edit', 'requests.edit'] },
    body: createPageBody([], limits.page.crm, {}),
    // `hint` says that the CRM could not be reached. If `hint` is set, the list of CRM accounts is empty, and the form can be used without
    // a CRM account.
    reply: z.extend(createPage(crmAccount), { hint: z.optional(z.string()) }),
    problems: [],
  }),
};

/** The call of the feature `users` with which staff send a password link to a user who has forgotten the password. */
export const passwordLink = {
  sendPasswordLink: endpoint({
    name: 'users.sendPasswordLink',
    summary:
      'Send an active user the link of a forgotten password; staff never see it, and the previous one stops working',
    method: 'PUT',
    path: '/user/{id}/password-link',
    access: { any: ['users.edit'] },
    params: idInPath,
    reply: null,
    problems: [
      'USER_NOT_FOUND',
      'OWN_ACCOUNT',
      'ONLY_INVITED',
      'STILL_SUSPENDED',
      ...noAccountRefusals,
      'TOO_MANY_ATTEMPTS',
    ],
  }),
};
