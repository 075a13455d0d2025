import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { License } from '@basics/contract/licenses.ts';
import { limits } from '@basics/contract/limits.ts';
import { readRequestId } from '#portal/api/api-problem.ts';
import { home as texts } from '#portal/texts/home.ts';
import { formatDayFromNow, countDaysUntil, formatDay } from '#portal/messages/times.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { LoadFailed } from '#portal/ui/feedback/load-failed.tsx';
import { Skeleton } from '#portal/ui/feedback/skeleton.tsx';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import { Announced } from '#portal/ui/layout/visually-hidden.tsx';
import styles from './home-page.module.css';
import { createActiveLicensesQuery } from './home.queries.ts';

const maxShown = 5;

/** Lists the active licences, the next to expire first, with a way to renew those that expire soon. */
export function LicensesInBrief() {
  const { userId } = useUser();
  const { data, error, refetch } = useQuery(createActiveLicensesQuery(userId));
  return (
    <Card
      title={texts.licenses.title}
      actions={data?.hasHadAny === true && <Link to="/account">{texts.licenses.all}</Link>}
    >
      {data ? (
        <ActiveLicenses {...data} />
      ) : error ? (
        <LoadFailed title={texts.licenses.failed} requestId={readRequestId(error)} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.stack}>
          <Announced>{texts.licenses.loading}</Announced>
          <Skeleton width="40%" />
          <Skeleton height="3.5rem" />
          <Skeleton height="3.5rem" />
        </div>
      )}
    </Card>
  );
}

function ActiveLicenses({ active, hasHadAny }: { active: readonly License[]; hasHadAny: boolean }) {
  const [now] = useState(Date.now);
  if (active.length === 0) {
    const { title, text } = hasHadAny ? texts.licenses.noneActive : texts.licenses.none;
    return (
      <EmptyState title={title}>
        <p>{text}</p>
      </EmptyState>
    );
  }
  const endingSoon = active.filter((license) => expiresSoon(license, now)).length;
  return (
    <div className={styles.stack}>
      <p>
        <strong>{texts.licenses.active(active.length)}.</strong>{' '}
        {endingSoon > 0 && texts.licenses.endSoon(endingSoon, active.length)}
      </p>
      <ul className={styles.licenses}>
        {active.slice(0, maxShown).map((license) => (
          <li key={license.licenseId}>
            <span className={styles.machine}>{license.machineName || texts.licenses.unnamed}</span>
            <StatusBadge tone={expiresSoon(license, now) ? 'warn' : 'ok'}>
              {texts.licenses.expires(formatDayFromNow(license.expiryDate, now))}
            </StatusBadge>
            <span className={styles.until}>{formatDay(license.expiryDate)}</span>
          </li>
        ))}
      </ul>
      {endingSoon > 0 && <p className={styles.remark}>{texts.licenses.renew}</p>}
    </div>
  );
}

const expiresSoon = ({ expiryDate }: License, now: number): boolean =>
  countDaysUntil(expiryDate, now) <= limits.licence.renewalOpensDays;
