import { counted } from './counted.ts';

/** Texts of the list of users. Functions take the values that a sentence needs. */
export const users = {
  title: 'My Users',
  own: 'You cannot delete your own account',
  create: 'Create user',
  more: 'More actions',
  deletedUsers: 'Deleted users',
  name: 'Name',
  search: 'Search users',
  found: (total: number) => counted(total, 'user'),
  failed: 'Failed to fetch Users',
  optionsFailed: 'Failed to fetch Profiles, Brands, Tools and Countries',
  filters: {
    status: 'Status',
    profileID: 'Profile',
    brand: 'Brand',
    tool: 'Tool',
    country: 'Country',
  },
  me: 'me',
  fields: {
    status: 'Status',
    profileID: 'Profile',
    brand: 'Brand',
    country: 'Country',
    tool: 'Tool',
    company: 'Company',
    phone: 'Phone',
    salesman: 'Salesman',
    createdBy: 'Created by',
    createdAt: 'Created',
    licences: 'Licences in use',
    nextExpiry: 'Next licence expires',
    lastSignIn: 'Last sign-in',
    neverSignedIn: 'Never signed in',
  },
  namedFilters: [
    { label: 'No licence', filter: { field: 'licences', op: 'fewer', values: [1] } },
    { label: 'Has a licence', filter: { field: 'licences', op: 'more', values: [0] } },
    { label: 'Licence expires in the next 30 days', filter: { field: 'nextExpiry', op: 'inNext', values: [30] } },
    { label: 'Never signed in', filter: { field: 'neverSignedIn', op: 'yes', values: [] } },
    { label: 'Has signed in', filter: { field: 'neverSignedIn', op: 'no', values: [] } },
  ],
  edited: (field: string, name: string) => `${field} of ${name} saved`,
  editedAndLeft: (field: string, name: string) =>
    `${field} of ${name} saved. The user now belongs to another territory, so you cannot undo this.`,
  notEdited: (field: string, reason: string) => `${field} was not saved. ${reason}`,
  /** `value` is what someone else has entered, or null if it is another field. */
  changedMeanwhile: (value: string | null) =>
    value === null
      ? 'Someone else has changed this user meanwhile. Enter saves your value.'
      : `Someone else has changed this to “${value || '–'}”. Enter saves your value, Escape keeps the other one.`,
  columns: {
    name: 'User',
    status: 'Status',
    created: 'Created',
  },
  none: '–',
  yes: 'Yes',
  no: 'No',
  statuses: {
    unverified: 'Not confirmed',
    pending: 'Pending',
    approved: 'Invited',
    active: 'Active',
    rejected: 'Rejected',
    expired: 'Expired',
    withdrawn: 'Withdrawn',
    suspended: 'Suspended',
  },
  linkEnds: (fromNow: string) => `link expires ${fromNow}`,
  linkEnded: 'link expired',
  linkMissing: 'no valid link',
  empty: {
    title: 'No users yet',
    text: 'Create a user or approve a request.',
  },
  noResult: {
    title: 'Users not found',
    text: 'No user matches your search and filters.',
    clear: 'Clear search and filters',
  },
  unassigned: {
    title: 'No country is assigned to you yet',
    text: 'You only see users that you create yourself. Ask an administrator to assign countries and brands to you.',
  },
  remove: {
    action: (count: number) => `Delete ${counted(count, 'user')}`,
    title: (count: number) => `Delete ${counted(count, 'user')}?`,
    consequence:
      'They lose access now. You can restore them under “Deleted users” within 30 days; then their personal data is erased.',
    failed: 'Delete Users error',
  },
} as const;
