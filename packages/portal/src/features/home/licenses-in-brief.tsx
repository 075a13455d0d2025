import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { License } from '@basics/contract/licenses.ts';
import { limits } from '@basics/contract/limits.ts';
import { requestIdOf } from '#portal/api/api-problem.ts';
import { home as texts } from '#portal/texts/home.ts';
import { dayFromNowWords, daysUntil, dayWords } from '#portal/messages/times.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { LoadFailed } from '#portal/ui/feedback/load-failed.tsx';
import { Skeleton } from '#portal/ui/feedback/skeleton.tsx';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import { Announced } from '#portal/ui/layout/visually-hidden.tsx';
import styles from './home-page.module.css';
import { licensesInForce } from './home.queries.ts';

const mostShown = 5;

/** Lists the active licences, the next to expire first, with a way to renew those that expire soon. */
export function LicensesInBrief() {
  const { userId } = useUser();
  const { data, error, refetch } = useQuery(licensesInForce(userId));
  return (
    <Card
      title={texts.licenses.title}
      actions={data?.hasHadAny === true && <Link to="/account">{texts.licenses.all}</Link>}
    >
      {data ? (
        <InForce {...data} />
      ) : error ? (
        <LoadFailed title={texts.licenses.failed} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
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

function InForce({ active, hasHadAny }: { active: readonly License[]; hasHadAny: boolean }) {
  const [now] = useState(Date.now);
  if (active.length === 0) {
    const { title, text } = hasHadAny ? texts.licenses.noneActive : texts.licenses.none;
    return (
      <EmptyState title={title}>
        <p>{text}</p>
      </EmptyState>
    );
  }
  const endingSoon = active.filter((license) => endsSoon(license, now)).length;
  return (
    <div className={styles.stack}>
      <p>
        <strong>{texts.licenses.active(active.length)}.</strong>{' '}
        {endingSoon > 0 && texts.licenses.endSoon(endingSoon, active.length)}
      </p>
      <ul className={styles.licenses}>
        {active.slice(0, mostShown).map((license) => (
          <li key={license.licenseId}>
            <span className={styles.machine}>{license.machineName || texts.licenses.unnamed}</span>
            <StatusBadge
              tone={endsSoon(license, now) ? 'warn' : 'ok'}
              icon={endsSoon(license, now) ? TriangleAlert : CircleCheck}
            >
              {texts.licenses.expires(dayFromNowWords(license.expiryDate, now))}
            </StatusBadge>
            <span className={styles.until}>{dayWords(license.expiryDate)}</span>
          </li>
        ))}
      </ul>
      {endingSoon > 0 && <p className={styles.remark}>{texts.licenses.renew}</p>}
    </div>
  );
}

const endsSoon = ({ expiryDate }: License, now: number): boolean =>
  daysUntil(expiryDate, now) <= limits.licence.renewalOpensDays;
