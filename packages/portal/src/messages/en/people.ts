import { formatNumber } from '#portal/messages/formats.ts';

/** Texts of the field that chooses a user. */
export const people = {
  hint: 'Part of a name or address',
  unknown: 'No user found.',
  failed: 'Failed to fetch Users',
  deletedAddress: {
    title: (count: number) =>
      count === 1
        ? 'A deleted user with this address can be restored'
        : `${formatNumber(count)} deleted users with these addresses can be restored`,
    user: (person: string, moment: string) => `${person}, deleted on ${moment}`,
    text: 'To restore a user with licences and history, choose Deleted users in My Users instead. When a new account has the address, this is no longer possible.',
  },
  person: (name: string, login: string) => `${name} (${login})`,
} as const;
