import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Machine, ToolMachines } from '@basics/contract/license-admin.ts';
import type { License } from '@basics/contract/licenses.ts';
import { limits } from '@basics/contract/limits.ts';
import { readRequestId } from '#portal/api/api-problem.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { countDaysUntil, formatDay, formatDayFromNow } from '#portal/messages/times.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import type { Tone } from '#portal/ui/content/status-badge.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { LoadFailed } from '#portal/ui/feedback/load-failed.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { createMachinesQuery } from './license-admin.queries.ts';
import { formatMachine } from './license-format.ts';
import { canRenew, RenewAll, RenewMachine } from './renew-license.tsx';
import styles from './license-admin.module.css';

const maxShown = 5;

/** On the start page of customers: their PCs with the days left, the next to expire first, and the renewal of those that expire soon. */
export function OwnPcs() {
  const { userId } = useUser();
  const { data, error, refetch } = useQuery(createMachinesQuery(userId));
  const hasHadAny = data?.some(({ machines }) => machines.length > 0) === true;
  return (
    <Card
      title={texts.ownPcs.title}
      actions={
        hasHadAny && (
          <Link to="/account" hash="pcs">
            {texts.ownPcs.all}
          </Link>
        )
      }
    >
      {data ? (
        <LicensedPcs standings={data} hasHadAny={hasHadAny} />
      ) : error ? (
        <LoadFailed title={texts.machines.failed} requestId={readRequestId(error)} onRetry={() => void refetch()} />
      ) : (
        <ItemsLoading words={texts.machines.loading} />
      )}
    </Card>
  );
}

type LicensedPc = { machine: Machine; license: License; toolName: string; daysLeft: number };

function LicensedPcs({ standings, hasHadAny }: { standings: readonly ToolMachines[]; hasHadAny: boolean }) {
  const [now] = useState(Date.now);
  const { userId } = useUser();
  const pcs = listLicensedPcs(standings, now);
  if (pcs.length === 0) {
    const { title, text } = hasHadAny ? texts.ownPcs.noneLicensed : texts.ownPcs.none;
    return (
      <EmptyState title={title} picture="licence">
        <p>{text}</p>
      </EmptyState>
    );
  }
  const endingSoon = pcs.filter(({ machine, daysLeft }) => machine.holdsSeat && isSoon(daysLeft)).length;
  const licensed = pcs.filter(({ machine }) => machine.holdsSeat).length;
  return (
    <div className={styles.part}>
      <p>
        <strong>{texts.ownPcs.licensed(licensed)}</strong> {endingSoon > 0 && texts.ownPcs.endSoon(endingSoon)}
      </p>
      <RenewAll machines={pcs.map(({ machine }) => machine)} now={now} />
      <ul className={styles.ownPcs}>
        {pcs.slice(0, maxShown).map(({ machine, license, toolName, daysLeft }) => (
          <li key={machine.machineId}>
            <span>{formatMachine(machine.name)}</span>
            <StatusBadge tone={findTone(machine, daysLeft)}>
              {machine.holdsSeat
                ? texts.ownPcs.daysLeft(daysLeft)
                : texts.ownPcs.ended(formatDayFromNow(license.expiryDate, now))}
            </StatusBadge>
            <span className={styles.second}>{texts.ownPcs.until(toolName, formatDay(license.expiryDate))}</span>
            {canRenew(machine, now) && <RenewMachine userId={userId} machine={machine} now={now} />}
          </li>
        ))}
      </ul>
      {pcs.length > maxShown && <p className={styles.second}>{texts.ownPcs.more(pcs.length - maxShown)}</p>}
    </div>
  );
}

/** The PCs with a licence that is valid or ended lately, the next to expire first. `now` in milliseconds. */
const listLicensedPcs = (standings: readonly ToolMachines[], now: number): LicensedPc[] =>
  standings
    .flatMap(({ toolName, machines }) =>
      machines.flatMap((machine) => {
        const { license } = machine;
        if (license === null) return [];
        return { machine, license, toolName, daysLeft: countDaysUntil(license.expiryDate, now) };
      }),
    )
    .filter(({ machine, daysLeft }) => machine.holdsSeat || daysLeft >= -limits.licence.renewalOpensDays)
    .toSorted((one, other) => one.license.expiryDate.localeCompare(other.license.expiryDate));

const isSoon = (daysLeft: number): boolean => daysLeft <= limits.licence.renewalOpensDays;

function findTone({ holdsSeat }: Machine, daysLeft: number): Tone {
  if (!holdsSeat) return 'danger';
  return isSoon(daysLeft) ? 'warn' : 'ok';
}
