import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import type { LicenseStatus, License } from '@basics/contract/licenses/licenses.ts';
import { StatusBadge, type Tone } from '#portal/ui/content/facts.tsx';
import { limits } from '@basics/contract/calls/limits.ts';
import { formatDayFromNow, countDaysUntil, formatShortDate } from '#portal/messages/times.ts';
import styles from './lists/licenses-table.module.css';

/** The known tools by their number in a code. The page shows these names until the server has answered. */
const toolsByNumber = new Map([[7, { id: 'basics', name: 'Basics' }]]);

/** Returns the id and name of the tool that created a code, or its number if the tool is unknown. */
export const findToolName = ({ claims }: VerificationCode): { id: string; name: string } =>
  toolsByNumber.get(claims.toolId) ?? { id: String(claims.toolId), name: texts.codeCheck.toolNumber(claims.toolId) };

export const formatVersion = ({ claims: { toolVersion } }: VerificationCode): string =>
  `${toolVersion.major}.${toolVersion.minor}.${toolVersion.patch}`;

export const formatMachineOfCode = ({ claims }: VerificationCode): string => formatMachine(claims.machineName);

/** Returns the name of a PC, or a placeholder if the name is empty. */
export const formatMachine = (machineName: string): string => machineName || texts.codeCheck.unnamed;

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

type LicenseExpiryProps = {
  license: Pick<License, 'expiryDate' | 'status'>;
  /** The current time in milliseconds since 1970. */
  now: number;
};

/** Shows when a licence expires, and the remaining time if that is soon. */
export function LicenseExpiry({ license: { expiryDate, status }, now }: LicenseExpiryProps) {
  const days = countDaysUntil(expiryDate, now);
  const endsSoon = status === 'Active' && days <= limits.licence.renewalOpensDays;
  return (
    <span className={styles.lines}>
      <span>{formatShortDate(expiryDate)}</span>{' '}
      {(endsSoon || status === 'Expired') && (
        <span className={endsSoon ? styles.soon : styles.second}>{formatDayFromNow(expiryDate, now)}</span>
      )}
    </span>
  );
}
