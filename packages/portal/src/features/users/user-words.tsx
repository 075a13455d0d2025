import { Ban, CircleCheck, CircleX, Hourglass, MailQuestion, MailWarning, Undo2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { findRole } from '@basics/contract/permissions.ts';
import type { User, UserStatus } from '@basics/contract/users.ts';
import { account } from '#portal/texts/account.ts';
import { users as texts } from '#portal/texts/users.ts';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import type { Tone } from '#portal/ui/content/status-badge.tsx';

/** Returns the name of a user, or the login when there is no name. */
export const formatUser = ({ firstName, lastName, login }: Pick<User, 'firstName' | 'lastName' | 'login'>): string =>
  `${firstName} ${lastName}`.trim() || login;

export const formatProfile = (profileID: number | null): string => account.profiles[findRole(profileID)];

const badges: Record<UserStatus, { tone: Tone; icon: LucideIcon }> = {
  unverified: { tone: 'neutral', icon: MailQuestion },
  pending: { tone: 'warn', icon: Hourglass },
  approved: { tone: 'warn', icon: MailWarning },
  active: { tone: 'ok', icon: CircleCheck },
  rejected: { tone: 'neutral', icon: CircleX },
  expired: { tone: 'neutral', icon: Hourglass },
  withdrawn: { tone: 'neutral', icon: Undo2 },
  suspended: { tone: 'danger', icon: Ban },
};

export const UserStatusBadge = ({ status }: { status: UserStatus }) => (
  <StatusBadge {...badges[status]}>{texts.statuses[status]}</StatusBadge>
);
