import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { permissions } from './permissions.ts';

/** Who is signed in, and what he may do. `mustAct` names what he has to do before anything else. */
export const currentUser = z.strictObject({
  userId: z.int(),
  profileID: z.nullable(z.int()),
  userFirstName: z.string(),
  userLastName: z.string(),
  userEmail: z.string(),
  permissions: z.array(z.enum(permissions)),
  brand: z.nullable(z.string()),
  mustAct: z.optional(z.enum(['secondFactor'])),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** Apart from the other calls about users, because every page begins with it. */
export const readCurrentUser = endpoint({
  name: 'users.current',
  summary: 'The user of the session',
  method: 'GET',
  path: '/user',
  access: 'session',
  openDuringSecondFactorSetup: true,
  reply: currentUser,
  problems: [],
});
