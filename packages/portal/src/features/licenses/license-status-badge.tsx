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

type LicenseStatusBadgeProps = { status: LicenseStatus; bridge?: boolean | undefined };

/** Shows the status of a licence by text and icon; a valid licence of a few days as such. */
export const LicenseStatusBadge = ({ status, bridge = false }: LicenseStatusBadgeProps) =>
  bridge && status === 'Active' ? (
    <StatusBadge tone="warn">{texts.bridge.badge}</StatusBadge>
  ) : (
    <StatusBadge tone={badges[status]}>{texts.table.states[status]}</StatusBadge>
  );
