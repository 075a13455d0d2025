import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { licenseSelection } from '../license-admin/license-lists.ts';
import { userSelection } from '../users/user-lists.ts';

const selectedUser = z.strictObject({
  userId: z.int(),
  login: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  company: z.string(),
  country: z.nullable(z.string()),
  profileID: z.nullable(z.int()),
});
/** What a sheet of an act on many users shows of each of them. */
export type SelectedUser = z.infer<typeof selectedUser>;

const selectedLicense = z.strictObject({
  licenseId: z.int(),
  machineName: z.string(),
  expiryDate: z.string(),
  owner: z.omit(selectedUser, { profileID: true }),
});
/** What a sheet of an act on many licences shows of each of them. */
export type SelectedLicense = z.infer<typeof selectedLicense>;

/** The calls that find all rows of a list that match its filters, for an act on all of them: one call for any number of rows. */
export const selections = {
  users: endpoint({
    name: 'selections.users',
    summary: 'All users in the caller’s scope who match the filters, with what an act on many users shows of each',
    method: 'POST',
    path: '/user/select',
    access: { any: ['users.view'] },
    body: userSelection,
    reply: z.strictObject({ items: z.array(selectedUser) }),
    problems: [],
  }),
  licenses: endpoint({
    name: 'selections.licenses',
    summary:
      'All licences in the caller’s scope that match the filters, with what an act on many licences shows of each',
    method: 'POST',
    path: '/license/select',
    access: { any: ['users.view'] },
    body: licenseSelection,
    reply: z.strictObject({ items: z.array(selectedLicense) }),
    problems: [],
  }),
};
