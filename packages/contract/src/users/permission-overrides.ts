import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { day, idInPath, moment, numberInPath } from '../fields/fields.ts';
import { limits } from '../calls/limits.ts';
import { permissions } from '../calls/permissions.ts';
import { requiredText } from '../fields/required-text.ts';
import { fieldMessages } from '../texts/field-messages.ts';

/** A permission that a user has in addition to the permissions of the profile, until the end of the day `until`. */
const override = z.strictObject({
  permission: z.enum(permissions),
  until: day,
  reason: z.string(),
  grantedBy: z.nullable(z.string()),
  grantedAt: moment,
});
export type PermissionOverride = z.infer<typeof override>;

const overrideParams = z.strictObject({ id: numberInPath, permission: z.enum(permissions) });

/**
 * The calls of the feature `users` about permissions of single users. Only one dialog of the portal loads this file.
 */
export const permissionOverrideCalls = {
  listOverrides: endpoint({
    name: 'users.listOverrides',
    summary: 'The permissions that a user has beyond the profile, and those that the asker may add',
    method: 'GET',
    path: '/user/{id}/permission',
    access: 'administrator',
    params: idInPath,
    reply: z.strictObject({ items: z.array(override), grantable: z.array(z.enum(permissions)) }),
    problems: ['USER_NOT_FOUND'],
  }),
  grantOverride: endpoint({
    name: 'users.grantOverride',
    summary:
      'Give a user a permission beyond the profile, through a day and for a reason; a new one replaces the old one',
    method: 'PUT',
    path: '/user/{id}/permission/{permission}',
    access: 'administrator',
    params: overrideParams,
    body: z.strictObject({ until: day, reason: requiredText(fieldMessages.reason, limits.text.reason) }),
    reply: null,
    problems: ['USER_NOT_FOUND', 'OWN_ACCOUNT'],
  }),
  endOverride: endpoint({
    name: 'users.endOverride',
    summary: 'Take back a permission beyond the profile',
    method: 'DELETE',
    path: '/user/{id}/permission/{permission}',
    access: 'administrator',
    params: overrideParams,
    reply: null,
    problems: ['USER_NOT_FOUND', 'RESULTS_NOT_FOUND'],
  }),
};
