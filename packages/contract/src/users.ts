import * as z from 'zod/mini';
import { readCurrentUser } from './current-user.ts';
import { endpoint } from './endpoint.ts';
import {
  bothFilled,
  bulkReply,
  day,
  emailAddress,
  idList,
  moment,
  numberInPath,
  optionalText,
  pageBody,
  pageOf,
  storedNumber,
} from './fields.ts';
import { limits } from './limits.ts';
import { requiredText } from './required-text.ts';
import { configTool } from './tools.ts';
import { words } from './words.ts';

export const userStatuses = [
  'unverified',
  'pending',
  'approved',
  'active',
  'rejected',
  'expired',
  'withdrawn',
  'suspended',
] as const;
export const userStatus = z.enum(userStatuses);
export type UserStatus = z.infer<typeof userStatus>;

/** A tool for a brand that a user may have licences of. */
export const userTool = z.strictObject({
  tool: requiredText(words.tool, limits.text.name),
  brand: requiredText(words.brand, limits.text.name),
  configTools: z.array(z.string().check(z.maxLength(limits.text.name))).check(z.maxLength(32)),
  validFrom: z.nullable(day),
  validTo: z.nullable(day),
});

/** The tools of a user as staff write them: at least one, each once for a brand, its days in order. */
const writtenTools = z.array(userTool, { error: words.tool }).check(
  z.minLength(1, { error: words.tool }),
  z.maxLength(32),
  z.superRefine((list, context) => {
    const seen = new Set<string>();
    for (const [index, { tool, brand, validFrom, validTo }] of list.entries()) {
      const grant = JSON.stringify([tool, brand]);
      if (seen.has(grant)) context.addIssue({ code: 'custom', message: words.grantTwice, path: [index, 'tool'] });
      seen.add(grant);
      if (validFrom !== null && validTo !== null && validTo < validFrom)
        context.addIssue({ code: 'custom', message: words.daysInOrder, path: [index, 'validTo'] });
    }
  }),
);

export const preferences = z.strictObject({
  temperature: z.enum(['C', 'F', 'K']),
  weight: z.enum(['kg', 'lb']),
  measure: z.enum(['m', 'mm', 'in']),
  packed: z.boolean(),
  priceList: z.nullable(z.string()),
  graphThickness: z.number().check(z.minimum(0.5), z.maximum(5), z.multipleOf(0.25)),
});
export type Preferences = z.infer<typeof preferences>;

export const user = z.strictObject({
  userId: z.int(),
  login: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  company: z.string(),
  profileID: z.nullable(z.int()),
  brand: z.nullable(z.string()),
  tools: z.array(userTool),
  country: z.nullable(z.string()),
  continent: z.nullable(z.string()),
  language: z.string(),
  canReceiveMail: z.boolean(),
  crmAccount: z.nullable(z.string()),
  userDomain: z.nullable(z.string()),
  status: userStatus,
  /** When the set-password link of an invited user ends. */
  invitedUntil: z.optional(z.nullable(moment)),
  version: z.int(),
  createdAt: moment,
});
export type User = z.infer<typeof user>;

const country = requiredText(words.country, 2);
const brand = requiredText(words.brand, limits.text.name);

/** The fields that staff fill in; the same for creating and for approving. */
export const userFields = {
  firstName: requiredText(words.firstName, limits.text.name),
  lastName: requiredText(words.lastName, limits.text.name),
  phone: optionalText(limits.text.name),
  company: optionalText(limits.text.line),
  profileID: storedNumber(words.profile),
  brand,
  tools: writtenTools,
  country,
  language: z.enum(['en']),
  canReceiveMail: z.boolean({ error: words.canReceiveMail }),
  crmAccount: z.nullable(optionalText(limits.text.name)),
};

/** Login and e-mail are one address, typed twice. */
export const emailsMatch = <Shape extends z.ZodMiniType<{ login: string; email: string }>>(shape: Shape) =>
  shape.check(
    z.refine(({ login, email }) => login.trim().toLowerCase() === email.trim().toLowerCase(), {
      error: words.emailsMatch,
      path: ['email'],
      when: bothFilled('login', 'email'),
    }),
  );

const login = z.pipe(requiredText(words.login, limits.text.login), emailAddress);

export const createUserBody = emailsMatch(z.strictObject({ login, email: emailAddress, ...userFields }));
export const updateUserBody = z.extend(z.partial(z.strictObject({ ...userFields, preferences })), {
  version: storedNumber(),
});
const userParams = z.strictObject({ id: numberInPath });
const versioned = z.strictObject({ version: storedNumber() });

const crmAccount = z.strictObject({
  account: z.string(),
  name: z.string(),
  city: z.string(),
  country: z.nullable(z.string()),
});

const option = z.strictObject({ id: z.string(), name: z.string() });

export const users = {
  current: readCurrentUser,
  get: endpoint({
    name: 'users.get',
    summary: 'A user in scope',
    method: 'GET',
    path: '/user/{id}',
    access: { any: ['users.view', 'account.view'] },
    params: userParams,
    reply: user,
    problems: ['USER_NOT_FOUND'],
  }),
  search: endpoint({
    name: 'users.search',
    summary: 'Users in scope, those whose request was granted',
    method: 'POST',
    path: '/user/search',
    access: { any: ['users.view'] },
    body: pageBody(['login', 'firstName', 'lastName', 'company', 'country', 'status', 'createdAt'], limits.page.users, {
      status: z.optional(userStatus),
      profileID: z.optional(storedNumber()),
      brand: z.optional(z.string()),
      tool: z.optional(z.string()),
      country: z.optional(z.string()),
    }),
    reply: pageOf(user),
    problems: [],
  }),
  create: endpoint({
    name: 'users.create',
    summary: 'Create an account; its owner gets a link to set a password',
    method: 'POST',
    path: '/user',
    access: { any: ['users.create'] },
    body: createUserBody,
    reply: user,
    problems: [],
  }),
  update: endpoint({
    name: 'users.update',
    summary: 'Change a user in scope, or one’s own preferences; absent fields stay as they are',
    method: 'PUT',
    path: '/user/{id}',
    access: { any: ['users.edit', 'account.view'] },
    params: userParams,
    body: updateUserBody,
    reply: user,
    problems: ['USER_NOT_FOUND', 'STALE', 'OWN_ACCOUNT', 'LAST_ADMINISTRATOR'],
  }),
  remove: endpoint({
    name: 'users.remove',
    summary: 'Delete a user',
    method: 'DELETE',
    path: '/user/{id}',
    access: { any: ['users.delete'] },
    params: userParams,
    reply: null,
    problems: ['USER_NOT_FOUND', 'OWN_ACCOUNT', 'LAST_ADMINISTRATOR'],
  }),
  removeMany: endpoint({
    name: 'users.removeMany',
    summary: 'Delete users or requests; all in one transaction, an outcome for each id',
    method: 'DELETE',
    path: '/user/bulk',
    access: { any: ['users.delete', 'requests.delete'] },
    body: idList,
    reply: bulkReply,
    problems: [],
  }),
  suspend: endpoint({
    name: 'users.suspend',
    summary: 'Suspend an active user; his sessions end at once',
    method: 'PUT',
    path: '/user/{id}/suspend',
    access: { any: ['users.edit'] },
    params: userParams,
    body: z.strictObject({ version: storedNumber(), reason: requiredText(words.reason, limits.text.reason) }),
    reply: user,
    problems: ['USER_NOT_FOUND', 'STALE', 'OWN_ACCOUNT', 'LAST_ADMINISTRATOR'],
  }),
  reinstate: endpoint({
    name: 'users.reinstate',
    summary: 'Make a suspended user active again',
    method: 'PUT',
    path: '/user/{id}/reinstate',
    access: { any: ['users.edit'] },
    params: userParams,
    body: versioned,
    reply: user,
    problems: ['USER_NOT_FOUND', 'STALE'],
  }),
  invite: endpoint({
    name: 'users.invite',
    summary: 'Send the set-password link again; the one before ends',
    method: 'PUT',
    path: '/user/{id}/invite',
    access: { any: ['users.edit', 'requests.edit'] },
    params: userParams,
    reply: user,
    problems: ['USER_NOT_FOUND', 'STALE', 'TOO_MANY_ATTEMPTS'],
  }),
  options: endpoint({
    name: 'users.options',
    summary: 'The option lists of the user forms; only profiles that the asker may give',
    method: 'GET',
    path: '/user/data/info',
    access: { any: ['users.view', 'requests.view'] },
    reply: z.strictObject({
      profiles: z.array(z.strictObject({ id: z.int(), name: z.string() })),
      brands: z.array(option),
      tools: z.array(option),
      configTools: z.array(configTool),
      countries: z.array(z.strictObject({ code: z.string(), name: z.string(), continent: z.string() })),
      continents: z.array(option),
      languages: z.array(option),
    }),
    problems: [],
  }),
  preferences: endpoint({
    name: 'users.preferences',
    summary: 'The options of the preferences, and the values of the asker',
    method: 'GET',
    path: '/user/data/preference',
    access: { any: ['account.view'] },
    reply: z.strictObject({
      options: z.strictObject({
        temperature: z.array(option),
        weight: z.array(option),
        measure: z.array(option),
        priceList: z.array(option),
        graphThickness: z.strictObject({ least: z.number(), most: z.number(), step: z.number() }),
      }),
      values: preferences,
      version: z.int(),
    }),
    problems: [],
  }),
  crm: endpoint({
    name: 'users.crm',
    summary: 'Accounts of the CRM whose name or number contains the keyword',
    method: 'POST',
    path: '/user/data/info/crm',
    access: { any: ['users.create', 'users.edit', 'requests.edit'] },
    body: pageBody([], limits.page.crm, {}),
    // `hint` says why the page is empty when the CRM could not be asked: a form goes on without it.
    reply: z.extend(pageOf(crmAccount), { hint: z.optional(z.string()) }),
    problems: [],
  }),
};
