import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { day, idInPath, numberInPath } from '../fields/fields.ts';
import { permissions } from '../calls/permissions.ts';

/**
 * The reasons why a staff user sees a user. A staff user has one reason for each part of their scope that includes the
 * user.
 */
export const scopeReasons = ['administrator', 'self', 'assigned', 'created', 'routed', 'deputy'] as const;
export type ScopeReason = (typeof scopeReasons)[number];

const viewer = z.strictObject({
  userId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  login: z.string(),
  profileID: z.nullable(z.int()),
  sees: z.boolean(),
  /** The reasons why the viewer sees the user. The list is empty if the viewer does not see the user. */
  reasons: z.array(z.enum(scopeReasons)),
  /** For the reason `deputy`, the absent salesmen whose deputy the viewer is, each with the last day of the absence. */
  deputyFor: z.optional(z.array(z.strictObject({ name: z.string(), until: day }))),
  /**
   * The reason why a staff user does not see a user: the profile allows access only to their own account, the user is staff, or no
   * assignment includes the user.
   */
  obstacle: z.nullable(z.enum(['profile', 'staff', 'notAssigned'])),
  /** The permissions of the viewer, which say what the viewer may do with the users that they see. */
  permissions: z.array(z.enum(permissions)),
});
export type UserViewer = z.infer<typeof viewer>;

/** The call of the feature `users` that returns who sees a user. Only the page of a customer makes this call. */
export const viewers = {
  viewers: endpoint({
    name: 'users.viewers',
    summary: 'Who sees a user and why, and which salesmen do not; with `viewer`, the answer for one account only',
    method: 'GET',
    path: '/user/{id}/viewers',
    access: 'administrator',
    params: idInPath,
    query: z.strictObject({ viewer: z.optional(numberInPath) }),
    reply: z.strictObject({ items: z.array(viewer), hasMore: z.boolean() }),
    problems: ['USER_NOT_FOUND'],
  }),
};
