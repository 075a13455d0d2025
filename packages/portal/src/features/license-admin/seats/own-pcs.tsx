import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Machine, ToolUsage } from '@basics/contract/license-admin/license-admin.ts';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { countDaysUntil, formatDay, formatDayFromNow } from '#portal/messages/times.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { StatusBadge, type Tone } from '#portal/ui/content/facts.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Card, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { createMachinesQuery } from '../license-admin.queries.ts';
import { formatMachine, findWaitingLicense, MachineName } from '../license-format.tsx';
import { RenewAll, RenewMachine } from '../renew/renew-license.tsx';
import { canRenew, findRenewableLicense } from '../renew/use-renewal.ts';
import styles from '../license-admin.module.css';

const maxPcs = 5;

type OwnPcsProps = {
  /** Renders the buttons that download and send a licence that is not installed, a component of another feature. */
  renderDelivery: (license: License) => ReactNode;
};

/**
 * A card on the home page of customers. The card lists the PCs of the customer by expiry date, with a button to renew
 * licences that expire soon.
 */
export function OwnPcs({ renderDelivery }: OwnPcsProps) {
  const { userId } = useUser();
  const machinesQuery = useQuery(createMachinesQuery(userId));
  const hasAnyPc = machinesQuery.data?.some(({ machines }) => machines.length > 0) === true;
  return (
    <Card
      title={texts.ownPcs.title}
      actions={
        hasAnyPc && (
          <Link to="/account" hash="pcs">
            {texts.ownPcs.all}
          </Link>
        )
      }
    >
      <QueryContent
        query={machinesQuery}
        failedTitle={texts.machines.failed}
        loading={<ItemsLoading loadingText={texts.machines.loading} />}
      >
        {(toolUsages) => <LicensedPcs toolUsages={toolUsages} hasAnyPc={hasAnyPc} renderDelivery={renderDelivery} />}
      </QueryContent>
    </Card>
  );
}

type LicensedPc = { machine: Machine; license: License; toolName: string; daysLeft: number };

type LicensedPcsProps = OwnPcsProps & { toolUsages: readonly ToolUsage[]; hasAnyPc: boolean };

function LicensedPcs({ toolUsages, hasAnyPc, renderDelivery }: LicensedPcsProps) {
  const [now] = useState(Date.now);
  const { userId } = useUser();
  const pcs = listLicensedPcs(toolUsages, now);
  if (pcs.length === 0) {
    const { title, text } = hasAnyPc ? texts.ownPcs.noneLicensed : texts.ownPcs.none;
    return (
      <EmptyState title={title} picture="licence">
        <p>{text}</p>
      </EmptyState>
    );
  }
  const expiringSoonCount = pcs.filter(
    ({ machine, daysLeft }) => machine.holdsSeat && isSoon(machine, daysLeft, now),
  ).length;
  const licensedCount = pcs.filter(({ machine }) => machine.holdsSeat).length;
  return (
    <div className={styles.part}>
      <p>
        <strong>{texts.ownPcs.licensed(licensedCount)}</strong>{' '}
        {expiringSoonCount > 0 && <span>{texts.ownPcs.endSoon(expiringSoonCount)}</span>}
      </p>
      <RenewAll machines={pcs.map(({ machine }) => machine)} now={now} />
      <ul className={styles.ownPcs}>
        {pcs.slice(0, maxPcs).map(({ machine, license, toolName, daysLeft }) => (
          <li key={machine.machineId}>
            <span>
              <MachineName machine={machine} />
            </span>{' '}
            <StatusBadge tone={findTone(machine, daysLeft, now)}>
              {describeState(machine, license, { daysLeft, now })}
            </StatusBadge>
            <span className={styles.second}>{texts.ownPcs.until(toolName, formatDay(license.expiryDate))}</span>
            {findWaitingLicense(machine) && <div className={styles.deeds}>{renderDelivery(license)}</div>}
            {canRenew(machine, now) && <RenewMachine userId={userId} machine={machine} now={now} />}
            {canAskForTime(machine, daysLeft) && (
              <LinkButton to="/account">
                {texts.ownPcs.askForTime}{' '}
                <VisuallyHidden>{texts.release.ofPc(formatMachine(machine.name))}</VisuallyHidden>
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
      {pcs.length > maxPcs && <p className={styles.second}>{texts.ownPcs.more(pcs.length - maxPcs)}</p>}
    </div>
  );
}

/**
 * Returns the PCs with a licence that is valid or expired recently: first those whose licence is not installed, then by expiry date. `now` is in
 * milliseconds.
 */
const listLicensedPcs = (toolUsages: readonly ToolUsage[], now: number): LicensedPc[] =>
  toolUsages
    .flatMap(({ toolName, machines }) =>
      machines.flatMap((machine) => {
        const { license } = machine;
        if (license === null) return [];
        return { machine, license, toolName, daysLeft: countDaysUntil(license.expiryDate, now) };
      }),
    )
    .filter(({ machine, daysLeft }) => machine.holdsSeat || daysLeft >= -limits.licence.renewalOpensDays)
    .toSorted(
      (firstPc, secondPc) =>
        Number(findWaitingLicense(firstPc.machine) === null) - Number(findWaitingLicense(secondPc.machine) === null) ||
        firstPc.license.expiryDate.localeCompare(secondPc.license.expiryDate),
    );

/**
 * Returns whether the licence of a PC expires within a month, or can already be renewed because its policy opens
 * renewals earlier.
 */
const isSoon = (machine: Machine, daysLeft: number, now: number): boolean =>
  daysLeft <= limits.licence.renewalOpensDays || findRenewableLicense(machine, now) !== null;

/**
 * Returns whether the licence of a PC expires soon together with the grant of its tool: then the owner can ask for more
 * time in My Account.
 */
const canAskForTime = ({ holdsSeat, grantEndsOn }: Machine, daysLeft: number): boolean =>
  holdsSeat && grantEndsOn !== null && daysLeft <= limits.licence.renewalOpensDays;

function describeState(
  machine: Machine,
  { expiryDate }: License,
  { daysLeft, now }: { daysLeft: number; now: number },
) {
  if (findWaitingLicense(machine)) return texts.machines.notInstalled;
  return machine.holdsSeat ? texts.ownPcs.daysLeft(daysLeft) : texts.ownPcs.ended(formatDayFromNow(expiryDate, now));
}

function findTone(machine: Machine, daysLeft: number, now: number): Tone {
  if (findWaitingLicense(machine)) return 'warn';
  if (!machine.holdsSeat) return 'danger';
  return isSoon(machine, daysLeft, now) ? 'warn' : 'ok';
}
