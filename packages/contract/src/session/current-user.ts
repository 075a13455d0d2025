import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { permissions } from '../calls/permissions.ts';

/**
 * An absence that includes today, with the name of the deputy or of the absent salesman. `deputyIsAbsent` means that the deputy is absent too,
 * so the salesman gets the e-mails.
 */
const absence = z.strictObject({ name: z.string(), until: z.string(), deputyIsAbsent: z.optional(z.boolean()) });

/** A manager acts for all members of a company: PCs, licences, invitations. */
export const companyRole = z.enum(['manager', 'member']);
export type CompanyRole = z.infer<typeof companyRole>;

/**
 * The signed-in user with their permissions. `mustAct` is the step that the user must complete first, such as setting up two-step sign-in.
 */
export const currentUser = z.strictObject({
  userId: z.int(),
  profileID: z.nullable(z.int()),
  userFirstName: z.string(),
  userLastName: z.string(),
  userEmail: z.string(),
  permissions: z.array(z.enum(permissions)),
  brand: z.nullable(z.string()),
  mustAct: z.optional(z.enum(['secondFactor'])),
  /** The company of the user; absent for a user without a company. */
  company: z.optional(z.strictObject({ companyId: z.int(), name: z.string(), role: companyRole })),
  /** A salesman to whom no country is assigned, and who is not a deputy, sees only the customers that they created. */
  hasNoCountry: z.optional(z.literal(true)),
  absence: z.optional(absence),
  /** The salesmen whose deputy the user is today. */
  deputyFor: z.optional(z.array(z.extend(absence, { userId: z.int() }))),
});
export type CurrentUser = z.infer<typeof currentUser>;

/**
 * The call that reads the signed-in user. This declaration has its own small file, because every page loads it first.
 */
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
