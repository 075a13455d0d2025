import type { LicenseStatus } from '@basics/contract/licenses/licenses.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import type { Tone } from '#portal/ui/content/facts.tsx';

const tones: Record<LicenseStatus, Tone> = {
  Active: 'ok',
  Expired: 'neutral',
  Revoked: 'danger',
  Replaced: 'neutral',
  Suspended: 'danger',
};

type LicenseStatusBadgeProps = { status: LicenseStatus; bridge?: boolean | undefined };

/** Shows the status of a licence as text and icon. A valid bridge licence (of a few days) has its own badge. */
export const LicenseStatusBadge = ({ status, bridge = false }: LicenseStatusBadgeProps) =>
  bridge && status === 'Active' ? (
    <StatusBadge tone="warn">{texts.bridge.badge}</StatusBadge>
  ) : (
    <StatusBadge tone={tones[status]}>{texts.table.states[status]}</StatusBadge>
  );
