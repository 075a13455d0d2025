import { Ban, CircleCheck, CirclePause, Hourglass, RefreshCw } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { LicenseStatus } from '@basics/contract/licenses.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import type { Tone } from '#portal/ui/content/status-badge.tsx';

const badges: Record<LicenseStatus, { tone: Tone; icon: LucideIcon }> = {
  Active: { tone: 'ok', icon: CircleCheck },
  Expired: { tone: 'neutral', icon: Hourglass },
  Revoked: { tone: 'danger', icon: Ban },
  Replaced: { tone: 'neutral', icon: RefreshCw },
  Suspended: { tone: 'danger', icon: CirclePause },
};

/** Shows the status of a licence by text and icon. */
export const LicenseStatusBadge = ({ status }: { status: LicenseStatus }) => (
  <StatusBadge {...badges[status]}>{texts.table.states[status]}</StatusBadge>
);
