/** Texts of the dialog with the deleted users. */
export const deletedUsers = {
  title: 'Deleted users and requests',
  introText:
    'A deleted user can be restored for 30 days, with licences and password; staff need a new password link. The former sessions and links do not work again.',
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
} as const;
