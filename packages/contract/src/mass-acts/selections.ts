import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { selectionSeen } from '../calls/lists.ts';
import { licenseSelection } from '../license-admin/license-lists.ts';
import { requestSelection } from '../requests/request-lists.ts';
import { userSelection } from '../users/user-lists.ts';

export const selectedUser = z.strictObject({
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

export const selectedLicense = z.strictObject({
  licenseId: z.int(),
  machineName: z.string(),
  expiryDate: z.string(),
  owner: z.omit(selectedUser, { profileID: true }),
});
/** What a sheet of an act on many licences shows of each of them. */
export type SelectedLicense = z.infer<typeof selectedLicense>;

/** The calls that count all rows of a list that match its filters, for an act on all of them. */
export const selections = {
  users: endpoint({
    name: 'selections.users',
    summary:
      'How many users in the caller’s scope match the filters, and the hash of their ids, for an act on all of them',
    method: 'POST',
    path: '/user/select',
    access: { any: ['users.view'] },
    body: userSelection,
    reply: selectionSeen,
    problems: [],
  }),
  requests: endpoint({
    name: 'selections.requests',
    summary:
      'How many requests in the caller’s scope match the filters, and the hash of their ids, for an act on all of them',
    method: 'POST',
    path: '/pending-request/select',
    access: { any: ['requests.view'] },
    body: requestSelection,
    reply: selectionSeen,
    problems: [],
  }),
  licenses: endpoint({
    name: 'selections.licenses',
    summary:
      'How many licences in the caller’s scope match the filters, and the hash of their ids, for an act on all of them',
    method: 'POST',
    path: '/license/select',
    access: { any: ['users.view'] },
    body: licenseSelection,
    reply: selectionSeen,
    problems: [],
  }),
};
