import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { rowId } from '../calls/lists.ts';
import { limits } from '../calls/limits.ts';
import { permissions } from '../calls/permissions.ts';
import { day, idInPath, moment, numberInPath, readVersion, shortText } from '../fields/fields.ts';
import { optionalLine, requiredLine } from '../fields/visible-line.ts';
import { fieldMessages } from '../texts/field-messages.ts';

/** A key of a service account. The key itself is shown once, when it is created; `prefix` is its beginning. */
const accountKey = z.strictObject({
  keyId: z.int(),
  name: z.string(),
  prefix: z.string(),
  createdAt: moment,
  expiresAt: moment,
  /** The day on which the key was used last, and the network of that request; null if the key was never used. */
  lastUsed: z.nullable(z.strictObject({ day, network: z.string() })),
});

/** What a service account may do. `countries` and `brands` limit it to customers with these values; null is no limit. */
const accountFields = {
  name: requiredLine(fieldMessages.name, limits.text.name),
  purpose: optionalLine(limits.text.line),
  ownerId: rowId,
  permissions: z.array(z.enum(permissions)).check(z.minLength(1, { error: fieldMessages.permission })),
  countries: z.nullable(z.array(shortText).check(z.minLength(1), z.maxLength(300))),
  brands: z.nullable(z.array(shortText).check(z.minLength(1), z.maxLength(50))),
  networks: z.array(z.string().check(z.maxLength(50))).check(z.maxLength(50)),
};

const person = z.strictObject({ userId: z.int(), name: z.string() });

const serviceAccount = z.strictObject({
  accountId: z.int(),
  name: z.string(),
  purpose: z.string(),
  /** The member of staff who answers for the account. The account has no more rights than its owner; null if the owner's account is gone. */
  owner: z.nullable(person),
  /** Why requests with the keys of this account are refused; null if they are not. */
  refused: z.nullable(z.enum(['ownerInactive', 'ownerNotStaff'])),
  permissions: z.array(z.enum(permissions)),
  /** The permissions that the owner has lost since, and with them the account. */
  lostPermissions: z.array(z.enum(permissions)),
  countries: z.nullable(z.array(z.string())),
  brands: z.nullable(z.array(z.string())),
  networks: z.array(z.string()),
  keys: z.array(accountKey),
  version: z.int(),
});
export type ServiceAccount = z.infer<typeof serviceAccount>;

const keyInPath = z.strictObject({ id: numberInPath, keyId: numberInPath });

/** The calls about service accounts and their keys. Keys cannot make these calls. */
export const serviceAccounts = {
  list: endpoint({
    name: 'integrations.list',
    summary: 'The service accounts with their keys, and the staff who can own one',
    method: 'GET',
    path: '/admin/integrations/account',
    access: 'administrator',
    reply: z.strictObject({
      items: z.array(serviceAccount),
      owners: z.array(z.extend(person, { permissions: z.array(z.enum(permissions)) })),
      brands: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    }),
    problems: [],
  }),
  create: endpoint({
    name: 'integrations.create',
    summary: 'Create a service account, by which another system uses the API; it has no key yet',
    method: 'POST',
    path: '/admin/integrations/account',
    access: 'administrator',
    body: z.strictObject(accountFields),
    reply: serviceAccount,
    location: '/admin/integrations/account/{accountId}',
    problems: [],
  }),
  update: endpoint({
    name: 'integrations.update',
    summary: 'Change a service account; its keys follow at their next request',
    method: 'PUT',
    path: '/admin/integrations/account/{id}',
    access: 'administrator',
    params: idInPath,
    body: z.strictObject({ ...accountFields, version: readVersion }),
    reply: serviceAccount,
    problems: ['RESULTS_NOT_FOUND', 'STALE'],
  }),
  remove: endpoint({
    name: 'integrations.remove',
    summary: 'Delete a service account and revoke its keys; the audit log keeps its name',
    method: 'DELETE',
    path: '/admin/integrations/account/{id}',
    access: 'administrator',
    params: idInPath,
    reply: null,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  createKey: endpoint({
    name: 'integrations.createKey',
    summary: 'Create a key of a service account; the reply is the only place that shows it',
    method: 'POST',
    path: '/admin/integrations/account/{id}/key',
    access: 'administrator',
    params: idInPath,
    body: z.strictObject({
      name: requiredLine(fieldMessages.name, limits.text.name),
      /** The last day of the key, in UTC; by default a year from today. */
      lastDay: z.optional(day),
    }),
    reply: z.extend(accountKey, { key: z.string() }),
    problems: ['RESULTS_NOT_FOUND', 'TOO_MANY_KEYS'],
  }),
  revokeKey: endpoint({
    name: 'integrations.revokeKey',
    summary: 'Revoke a key; its next request is refused',
    method: 'DELETE',
    path: '/admin/integrations/account/{id}/key/{keyId}',
    access: 'administrator',
    params: keyInPath,
    reply: null,
    problems: ['RESULTS_NOT_FOUND'],
  }),
};
