import type { StatusChange } from '@basics/contract/users/users.ts';

/** Texts of the history of a user's status. */
export const userHistory = {
  title: 'History',
  failed: 'Failed to fetch the history',
  none: 'No history yet.',
  by: (who: string, when: string) => `${who}, ${when}`,
  reinstated: 'Reinstated',
  restored: 'Restored',
  loginChanged: 'Login changed',
  created: 'Account created',
  invitationWithdrawn: 'Invitation withdrawn',
  reopened: 'Request reopened',
  steps: {
    unverified: 'Account requested',
    pending: 'Address confirmed',
    approved: 'Approved and invited',
    active: 'Password set',
    rejected: 'Rejected',
    expired: 'Expired without a decision',
    withdrawn: 'Withdrawn',
    suspended: 'Suspended',
    deleted: 'Deleted',
  },
} as const satisfies { steps: Record<StatusChange['to'], string> } & Record<string, unknown>;

/** Describes a change of the status, by the status before and after it. */
export function describeStep({ from, to }: Pick<StatusChange, 'from' | 'to'>): string {
  if (from === to) return userHistory.loginChanged;
  if (from === 'deleted') return userHistory.restored;
  if (from === 'suspended') return userHistory.reinstated;
  if (to === 'pending' && from === 'approved') return userHistory.invitationWithdrawn;
  if (to === 'pending' && from === 'rejected') return userHistory.reopened;
  return from === null && to === 'approved' ? userHistory.created : userHistory.steps[to];
}
