import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Monitor, MonitorOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { Machine, ToolUsage } from '@basics/contract/license-admin/license-admin.ts';
import { readRequestId } from '#portal/api/api-problem.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { formatDayFromNow, formatDay, formatShortDate } from '#portal/messages/times.ts';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { ItemList, ItemRow, ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';
import { LoadFailed } from '#portal/ui/feedback/notice.tsx';
import { createMachinesQuery } from '../license-admin.queries.ts';
import {
  describeNextSeat,
  describePartChanges,
  formatMachine,
  describeUsage,
  findWaitingLicense,
  MachineName,
} from '../license-format.tsx';
import { ReleaseMachine } from './release-machine.tsx';
import { RenewForOwner } from '../renew/renew-for-owner.tsx';
import { RenewAll, RenewMachine } from '../renew/renew-license.tsx';
import { canRenew, findRenewableLicense } from '../renew/use-renewal.ts';
import styles from '../license-admin.module.css';

/**
 * Shows the PCs of a user by tool, with the numbers of used seats and moves, the buttons for renewals, and the removed
 * PCs.
 */
export function MachinesCard({ userId }: { userId: number }) {
  const machines = useQuery(createMachinesQuery(userId));
  const { data, error } = machines;
  const [{ renew }, change] = useSearchState(renewalSearch);
  useScrollToPcs(data !== undefined);
  if (data?.length === 0) return null;
  return (
    <Card title={texts.machines.title} anchor={pcsFragment}>
      {!data && !error && <ItemsLoading loadingText={texts.machines.loading} />}
      {!data && error && (
        <LoadFailed
          title={texts.machines.failed}
          requestId={readRequestId(error)}
          onRetry={() => void machines.refetch()}
        />
      )}
      {renew !== undefined && data && (
        <OptionalPart>
          <RenewFromLink
            machines={data.flatMap(({ machines: listed }) => listed)}
            onClose={() => change({ renew: undefined }, { replace: true })}
          />
        </OptionalPart>
      )}
      {data?.map((toolUsage) => (
        <ToolSection key={toolUsage.tool} toolUsage={toolUsage} userId={userId} showsToolName={data.length > 1} />
      ))}
      {data && (
        <Disclosure label={texts.machines.lost}>
          {() => (
            <OptionalPart>
              <LostPcsOfUser userId={userId} machines={data.flatMap(({ machines: listed }) => listed)} />
            </OptionalPart>
          )}
        </Disclosure>
      )}
    </Card>
  );
}

/** The search parameter in the link of a reminder of several licences. */
const renewalSearch = z.object({ renew: z.optional(z.literal('all')) });

// The dialog that renews licences is loaded only if the address contains a licence to renew.
const RenewFromLink = createLazyPart(async () => (await import('../renew/renew-dialogs.tsx')).RenewFromLink);

/** The list of lost PCs is loaded when a user opens it. */
const LostPcsOfUser = createLazyPart(async () => (await import('./report-lost-pc.tsx')).LostPcsOfUser);

const pcsFragment = 'pcs';

/**
 * Scrolls to the PCs if the address has the fragment `#pcs`. The page scrolls again when the PCs are loaded, because
 * the card then becomes longer.
 */
function useScrollToPcs(isLoaded: boolean): void {
  const isRequested = useLocation({ select: ({ hash }) => hash === pcsFragment });
  const scrollStage = isRequested && (isLoaded ? 'loaded' : 'loading');
  useEffect(() => {
    if (scrollStage !== false) document.getElementById(pcsFragment)?.focus();
  }, [scrollStage]);
}

type ToolSectionProps = { toolUsage: ToolUsage; userId: number; showsToolName: boolean };

function ToolSection({ toolUsage, userId, showsToolName }: ToolSectionProps) {
  const [now] = useState(Date.now);
  const { machines } = toolUsage;
  const isOwn = useUser().userId === userId;
  const removedMachines = machines.filter(({ releasedAt, license }) => releasedAt !== null && license === null);
  const currentMachines = machines.filter((machine) => !removedMachines.includes(machine));
  return (
    <section className={styles.part}>
      {showsToolName && <h3>{toolUsage.toolName}</h3>}
      <p>
        <strong>{describeUsage(toolUsage)}</strong> <span>{describeNextSeat(toolUsage)}</span>
      </p>
      <p className={styles.second}>{texts.machines.movesMean}</p>
      {isOwn ? (
        <RenewAll machines={currentMachines} now={now} />
      ) : (
        <RenewForOwner
          userId={userId}
          licenses={currentMachines.flatMap((machine) => findRenewableLicense(machine, now) ?? [])}
          isForSeveral
        />
      )}
      {currentMachines.length === 0 && <p>{texts.machines.noPcs}</p>}
      {currentMachines.length > 0 && (
        <ItemList>
          {currentMachines.map((machine) => (
            <MachineRow key={machine.machineId} machine={machine} toolUsage={toolUsage} userId={userId} now={now} />
          ))}
        </ItemList>
      )}
      {removedMachines.length > 0 && <RemovedMachines machines={removedMachines} />}
    </section>
  );
}

type MachineRowProps = { machine: Machine; toolUsage: ToolUsage; userId: number; now: number };

/** Shows a PC with its licence, and the buttons to renew the licence and to remove the PC. */
export function MachineRow({ machine, toolUsage, userId, now }: MachineRowProps) {
  const { permissions } = useUser();
  return (
    <ItemRow
      icon={Monitor}
      title={
        <>
          <MachineName machine={machine} />
          {findWaitingLicense(machine) && <StatusBadge tone="warn">{texts.machines.notInstalled}</StatusBadge>}
        </>
      }
      facts={[
        ...listFacts(machine, now),
        ...machine.traits.map((trait) => texts.machines.traits[trait]),
        ...(permissions.includes('users.view') ? listPartChanges(machine) : []),
      ]}
      actions={
        <div className={styles.deeds}>
          {machine.holdsSeat && <ReleaseMachine userId={userId} machine={machine} toolUsage={toolUsage} />}
          {canRenew(machine, now) && <RenewMachine userId={userId} machine={machine} now={now} />}
        </div>
      }
    />
  );
}

function listFacts({ license, holdsSeat, renewalOpens, grantEndsOn, firstSeenAt }: Machine, now: number): string[] {
  if (!license) return [texts.machines.unlicensed];
  const { expiryDate } = license;
  const formatExpiry = holdsSeat ? texts.machines.until : texts.machines.ended;
  const opensLater = grantEndsOn === null && renewalOpens !== null && Date.parse(renewalOpens) > now;
  return [
    formatExpiry(formatShortDate(expiryDate), formatDayFromNow(expiryDate, now)),
    texts.machines.lastIssued(formatShortDate(license.issuedAt.slice(0, 10))),
    ...(grantEndsOn === null ? [] : [texts.machines.grantEndsOn(formatShortDate(grantEndsOn))]),
    ...(opensLater ? [texts.machines.renewFrom(formatShortDate(renewalOpens.slice(0, 10)))] : []),
    texts.machines.since(formatShortDate(firstSeenAt.slice(0, 10))),
  ];
}

/** Returns a list with one text if the parts of a PC change often, else an empty list. */
const listPartChanges = ({ partChanges }: Machine): string[] => {
  const formatExpiry = describePartChanges(partChanges);
  return formatExpiry === null ? [] : [formatExpiry];
};

/** A collapsed list of removed PCs. */
const RemovedMachines = ({ machines }: { machines: readonly Machine[] }) => (
  <Disclosure label={texts.machines.earlier(machines.length)}>
    {() => (
      <ItemList>
        {machines.map(({ machineId, name, releasedAt }) => (
          <ItemRow
            key={machineId}
            icon={MonitorOff}
            title={<span translate="no">{formatMachine(name)}</span>}
            facts={[texts.machines.givenUp(formatDay((releasedAt ?? '').slice(0, 10)))]}
          />
        ))}
      </ItemList>
    )}
  </Disclosure>
);

/**
 * Lists the PCs that use the seats of a user (the rights to use one PC each), and when the next seat is free. The list
 * is shown when a code is refused because all seats are used.
 */
export function SeatHolders({ userId }: { userId: number }) {
  const { data = [] } = useQuery(createMachinesQuery(userId));
  const [now] = useState(Date.now);
  return data
    .filter(({ seatsUsed, seatsAllowed }) => seatsUsed >= seatsAllowed)
    .map((toolUsage) => (
      <section key={toolUsage.tool} className={styles.part} aria-label={texts.machines.holders}>
        <p>{describeNextSeat(toolUsage)}</p>
        <ItemList>
          {toolUsage.machines
            .filter(({ holdsSeat }) => holdsSeat)
            .map((machine) => (
              <MachineRow key={machine.machineId} machine={machine} toolUsage={toolUsage} userId={userId} now={now} />
            ))}
        </ItemList>
      </section>
    ));
}
