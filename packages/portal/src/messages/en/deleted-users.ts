import { formatNumber } from '#portal/messages/formats.ts';

/** Texts of the dialog with the deleted users. */
export const deletedUsers = {
  title: 'Deleted users and requests',
  introText: 'Restores account, licences and password, within 30 days. Staff need a new password link.',
  failed: 'Failed to fetch the deleted users',
  empty: 'No user was deleted in the last 30 days.',
  more: 'Show more',
  newestOnly: (count: number) => `Only the last ${count} are shown.`,
  deleted: (day: string, deletedBy: string | null) =>
    deletedBy === null ? `deleted on ${day}` : `deleted on ${day} by ${deletedBy}`,
  until: (day: string) => `can be restored until ${day}`,
  restore: 'Restore',
  restored: (name: string) => `${name} was restored`,
  restoredWithoutPassword: (name: string) => `${name} was restored and needs a new password link to sign in`,
  lostTitle: (name: string) => `${name} was restored, except for this:`,
  lostAssignment: (country: string, brand: string) => `${country}, ${brand}: another salesman has it now`,
  lostTool: (tool: string) => `The tool with the id ${tool}: it was deleted`,
  remove: 'Delete for good',
  removeTitle: (name: string) => `Delete ${name} for good?`,
  removeText: 'A user who is deleted for good cannot be restored.',
  removed: (name: string) => `${name} was deleted for good`,
  /** A notice where a new account is about to be created for the address of a deleted user. */
  address: {
    title: (count: number) =>
      count === 1
        ? 'A deleted user with this address can be restored'
        : `${formatNumber(count)} deleted users with these addresses can be restored`,
    user: (person: string, moment: string) => `${person}, deleted on ${moment}`,
    text: 'To restore a user with licences and history, choose Deleted users in My Users instead. When a new account has the address, this is no longer possible.',
  },
} as const;
