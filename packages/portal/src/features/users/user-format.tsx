import { findRole } from '@basics/contract/calls/permissions.ts';
import type { User } from '@basics/contract/users/users.ts';
import type { UserStatus } from '@basics/contract/users/user-lists.ts';
import { users as texts } from '#portal/texts/users.ts';
import { StatusBadge, type Tone } from '#portal/ui/content/facts.tsx';

/** Returns the name of a user, or the login when there is no name. */
export const formatUser = ({ firstName, lastName, login }: Pick<User, 'firstName' | 'lastName' | 'login'>): string =>
  `${firstName} ${lastName}`.trim() || login;

/** Whether a user serves customers, as administrators and salesmen do. Such a user can also get licences, but seldom does. */
export const servesCustomers = (profileID: number | null): boolean =>
  ['Administrator', 'Salesman'].includes(findRole(profileID));

const tones: Record<UserStatus, Tone> = {
  unverified: 'neutral',
  pending: 'warn',
  approved: 'warn',
  active: 'ok',
  rejected: 'neutral',
  expired: 'neutral',
  withdrawn: 'neutral',
  suspended: 'danger',
};

export const UserStatusBadge = ({ status }: { status: UserStatus }) => (
  <StatusBadge tone={tones[status]}>{texts.statuses[status]}</StatusBadge>
);
