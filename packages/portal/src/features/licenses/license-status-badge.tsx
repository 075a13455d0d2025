import type { LicenseStatus } from '@basics/contract/licenses.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import type { Tone } from '#portal/ui/content/status-badge.tsx';

const badges: Record<LicenseStatus, Tone> = {
  Active: 'ok',
  Expired: 'neutral',
  Revoked: 'danger',
  Replaced: 'neutral',
  Suspended: 'danger',
};

/** Shows the status of a licence by text and icon. */
export const LicenseStatusBadge = ({ status }: { status: LicenseStatus }) => (
  <StatusBadge tone={badges[status]}>{texts.table.states[status]}</StatusBadge>
);
