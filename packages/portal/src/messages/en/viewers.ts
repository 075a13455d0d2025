import { counted } from './counted.ts';

/** Texts of the dialog that shows who sees a user, and why. */
export const viewers = {
  open: 'Who sees this user?',
  title: (user: string) => `Who sees ${user}?`,
  loading: 'Loading who sees this user',
  failed: 'The accounts that see this user could not be loaded',
  seen: (count: number) => `${counted(count, 'account')} with access`,
  notSeen: 'Salesmen without access',
  more: 'Only the first accounts are shown.',
  reasons: {
    administrator: 'Administrators see every user.',
    self: 'This is the account of the user.',
    assigned: (country: string, brand: string) => `Salesman for ${country}, ${brand}.`,
    created: 'This account created the user.',
    routed: (country: string, brand: string) =>
      `Gets this request: no active salesman is assigned to ${country}, ${brand}, and this salesman is assigned to ${country} for another brand.`,
  },
  deputyFor: (salesman: string, until: string) => `Deputy of ${salesman} through ${until}.`,
  obstacles: {
    profile: 'This profile sees only its own account.',
    staff: 'Salesmen do not see other staff.',
    notAssigned: (country: string, brand: string) =>
      `Not assigned to ${country}, ${brand}, and did not create this user.`,
  },
  may: { edit: 'may change', remove: 'may delete', issue: 'may issue licences', view: 'may only look' },
  none: 'none',
  assignments: 'Show the assignments',
} as const;
