import { TriangleAlert } from 'lucide-react';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { formatDayFromNow, countDaysUntil, formatShortDate } from '#portal/messages/times.ts';
import styles from './licenses-table.module.css';

type LicenseExpiryProps = {
  license: Pick<License, 'expiryDate' | 'status'>;
  /** The current time in milliseconds since 1970. */
  now: number;
};

/** Shows when a licence expires, and the remaining time if that is soon. */
export function LicenseExpiry({ license: { expiryDate, status }, now }: LicenseExpiryProps) {
  const days = countDaysUntil(expiryDate, now);
  const endsSoon = status === 'Active' && days <= limits.licence.renewalOpensDays;
  const formatText = days < 0 ? texts.table.expired : texts.table.expiresIn;
  return (
    <span className={styles.lines}>
      <span>{formatShortDate(expiryDate)}</span>{' '}
      {(status === 'Active' || status === 'Expired') && (
        <span className={endsSoon ? styles.soon : styles.second}>
          {endsSoon && <TriangleAlert aria-hidden="true" />}
          <span>{formatText(formatDayFromNow(expiryDate, now))}</span>
        </span>
      )}
    </span>
  );
}
