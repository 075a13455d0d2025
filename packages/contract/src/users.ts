import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { permissions } from './permissions.ts';

/** Who is signed in, and what he may do. */
export const currentUser = z.strictObject({
  userId: z.int(),
  profileID: z.nullable(z.int()),
  userFirstName: z.string(),
  userLastName: z.string(),
  userEmail: z.string(),
  permissions: z.array(z.enum(permissions)),
  brand: z.nullable(z.string()),
});
export type CurrentUser = z.infer<typeof currentUser>;

export const users = {
  current: endpoint({
    name: 'users.current',
    summary: 'The user of the session',
    method: 'GET',
    path: '/user',
    access: 'session',
    reply: currentUser,
    problems: [],
  }),
};
