import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { day, idInPath, moment, numberInPath } from '../fields/fields.ts';
import { limits } from '../calls/limits.ts';
import { user } from './users.ts';

/**
 * A deleted user who can be restored. `deletedBy`, the name of the user who deleted this user, is null if that account is deleted too. `keptUntil` is the last day (UTC) on which the user can be restored.
 */
const deletedUser = z.strictObject({
  userId: z.int(),
  name: z.string(),
  login: z.string(),
  company: z.string(),
  deletedAt: moment,
  deletedBy: z.nullable(z.string()),
  keptUntil: day,
});
export type DeletedUser = z.infer<typeof deletedUser>;

const access = { any: ['users.delete', 'requests.delete'] } as const;

/** The calls for the bin of deleted users. The bin contains only deleted users that the signed-in user may delete. */
export const deletedUsers = {
  listDeleted: endpoint({
    name: 'users.listDeleted',
    summary: 'The deleted users and requests that can be restored, the last deleted first',
    method: 'GET',
    path: '/deleted-user',
    access,
    query: z.strictObject({ most: z._default(numberInPath.check(z.maximum(limits.page.max)), limits.page.users) }),
    reply: z.strictObject({ items: z.array(deletedUser), hasMore: z.boolean() }),
    problems: [],
  }),
  restoreDeleted: endpoint({
    name: 'users.restoreDeleted',
    summary: 'Restore a deleted user with the same id, staff without password; sessions and links stay deleted',
    method: 'POST',
    path: '/deleted-user/{id}/restore',
    access,
    params: idInPath,
    reply: z.strictObject({
      user,
      /** The assignments, tools and add-ons that were not restored: the assignments now belong to another salesman, and the tools and add-ons were deleted. */
      lostAssignments: z.array(z.strictObject({ country: z.string(), brand: z.string() })),
      lostTools: z.array(z.string()),
      /** Whether the former password was not restored, so that the user needs a new password link. For staff, the password is never restored. */
      needsPassword: z.boolean(),
    }),
    problems: ['USER_NOT_FOUND', 'LOGIN_TAKEN'],
  }),
  removeDeleted: endpoint({
    name: 'users.removeDeleted',
    summary: 'Delete a deleted user for good',
    method: 'DELETE',
    path: '/deleted-user/{id}',
    access,
    params: idInPath,
    reply: null,
    problems: ['USER_NOT_FOUND'],
  }),
};
