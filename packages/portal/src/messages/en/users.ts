import { counted } from './counted.ts';

/** Texts of the list of users. Functions take the values that a sentence needs. */
export const users = {
  title: 'My Users',
  lead: 'The users whose accounts you manage.',
  own: 'You cannot delete your own account',
  create: 'Create user',
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
      'They can no longer sign in or get licences. For 30 days, you can restore them under “Deleted users”; then their personal data is erased for good. To erase it at once, delete a user from the page of that user.',
    failed: 'Delete Users error',
  },
} as const;
