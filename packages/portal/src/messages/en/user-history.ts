import type { UserStep } from '@basics/contract/users.ts';

/** How the status of a user came about, step by step. */
export const userHistory = {
  title: 'History',
  failed: 'Failed to fetch the history',
  none: 'No history yet.',
  by: (who: string, when: string) => `${who}, ${when}`,
  reinstated: 'Reinstated',
  invited: 'Account created and invited',
  steps: {
    unverified: 'Account requested',
    pending: 'Address confirmed',
    approved: 'Approved and invited',
    active: 'Password set',
    rejected: 'Rejected',
    expired: 'Expired without a decision',
    withdrawn: 'Withdrawn',
    suspended: 'Suspended',
  },
} as const satisfies { steps: Record<UserStep['to'], string> } & Record<string, unknown>;

/** What happened, by the status before and the one after. */
export function stepWords({ from, to }: Pick<UserStep, 'from' | 'to'>): string {
  if (from === 'suspended') return userHistory.reinstated;
  return from === null && to === 'approved' ? userHistory.invited : userHistory.steps[to];
}
