import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Monitor, MonitorOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { numberInPath } from '@basics/contract/fields.ts';
import type { Machine, ToolMachines } from '@basics/contract/license-admin.ts';
import { readRequestId } from '#portal/api/api-problem.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { formatDayFromNow, formatDay } from '#portal/messages/times.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { ItemList, ItemRow, ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { useSearchState } from '#portal/ui/lists/search-state.ts';
import { LoadFailed } from '#portal/ui/feedback/load-failed.tsx';
import { createMachinesQuery } from './license-admin.queries.ts';
import { describeNextSeat, describePartChanges, formatMachine, describeStanding } from './license-format.ts';
import { ReleaseMachine } from './release-machine.tsx';
import { RenewForOwner } from './renew-for-owner.tsx';
import { canRenew, RenewAll, RenewMachine } from './renew-license.tsx';
import styles from './license-admin.module.css';

/** The PCs of a user by tool: seats and moves in words, renewals, and removed PCs. */
export function MachinesCard({ userId }: { userId: number }) {
  const machines = useQuery(createMachinesQuery(userId));
  const { data, error } = machines;
  const [{ renew }, change] = useSearchState(addressed);
  useScrollToPcs(data !== undefined);
  if (data?.length === 0) return null;
  return (
    <Card title={texts.machines.title} anchor={anchor}>
      {!data && !error && <ItemsLoading words={texts.machines.loading} />}
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
            licenseId={renew}
            machines={data.flatMap(({ machines: listed }) => listed)}
            onClose={() => change({ renew: undefined }, { replace: true })}
          />
        </OptionalPart>
      )}
      {data?.map((standing) => (
        <Standing key={standing.tool} standing={standing} userId={userId} isOneOfMany={data.length > 1} />
      ))}
    </Card>
  );
}

/** From the link of a reminder: the id of the licence to renew. */
const addressed = z.object({ renew: z.optional(numberInPath) });

/** Loaded when a link asks for a renewal. */
const RenewFromLink = createLazyPart(async () => (await import('./renew-from-link.tsx')).RenewFromLink);

const anchor = 'pcs';

/** Scrolls to the PCs if a link asks for them: at once, and again when they are loaded, because the card is short before. */
function useScrollToPcs(areThere: boolean): void {
  const isMeant = useLocation({ select: ({ hash }) => hash === anchor });
  const stage = isMeant && (areThere ? 'there' : 'coming');
  useEffect(() => {
    if (stage !== false) document.getElementById(anchor)?.focus();
  }, [stage]);
}

type StandingProps = { standing: ToolMachines; userId: number; isOneOfMany: boolean };

function Standing({ standing, userId, isOneOfMany }: StandingProps) {
  const [now] = useState(Date.now);
  const { machines } = standing;
  const isOwn = useUser().userId === userId;
  const gone = machines.filter(({ releasedAt, license }) => releasedAt !== null && license === null);
  const kept = machines.filter((machine) => !gone.includes(machine));
  return (
    <section className={styles.part}>
      {isOneOfMany && <h3>{standing.toolName}</h3>}
      <p>
        <strong>{describeStanding(standing)}</strong> {describeNextSeat(standing)}
      </p>
      <p className={styles.second}>{texts.machines.movesMean}</p>
      {isOwn ? <RenewAll machines={kept} now={now} /> : <RenewForOwner machines={kept} now={now} />}
      {kept.length === 0 && <p>{texts.machines.noPcs}</p>}
      {kept.length > 0 && (
        <ItemList>
          {kept.map((machine) => (
            <MachineRow key={machine.machineId} machine={machine} standing={standing} userId={userId} now={now} />
          ))}
        </ItemList>
      )}
      {gone.length > 0 && <RemovedMachines machines={gone} />}
    </section>
  );
}

type MachineRowProps = { machine: Machine; standing: ToolMachines; userId: number; now: number };

/** A PC with its licence, and the ways to renew it and to remove the PC. */
export function MachineRow({ machine, standing, userId, now }: MachineRowProps) {
  const { permissions } = useUser();
  return (
    <ItemRow
      icon={Monitor}
      title={formatMachine(machine.name)}
      facts={[
        ...listFacts(machine, now),
        ...machine.traits.map((trait) => texts.machines.traits[trait]),
        ...(permissions.includes('users.view') ? describeDrift(machine) : []),
      ]}
      actions={
        <div className={styles.deeds}>
          {machine.holdsSeat && <ReleaseMachine userId={userId} machine={machine} standing={standing} />}
          {canRenew(machine, now) && <RenewMachine userId={userId} machine={machine} now={now} />}
        </div>
      }
    />
  );
}

function listFacts({ license, holdsSeat, renewalOpens, firstSeenAt }: Machine, now: number): string[] {
  if (!license) return [texts.machines.unlicensed];
  const { expiryDate } = license;
  const words = holdsSeat ? texts.machines.until : texts.machines.ended;
  const opens = renewalOpens !== null && Date.parse(renewalOpens) > now;
  return [
    texts.machines.since(formatDay(firstSeenAt.slice(0, 10))),
    texts.machines.lastIssued(formatDay(license.issuedAt.slice(0, 10))),
    words(formatDay(expiryDate), formatDayFromNow(expiryDate, now)),
    ...(opens ? [texts.machines.renewFrom(formatDay(renewalOpens.slice(0, 10)))] : []),
  ];
}

/** Describes frequent changes of the parts of a PC, for staff. */
const describeDrift = ({ partChanges }: Machine): string[] => {
  const words = describePartChanges(partChanges);
  return words === null ? [] : [words];
};

/** Removed PCs, kept for information and collapsed. */
const RemovedMachines = ({ machines }: { machines: readonly Machine[] }) => (
  <Disclosure label={texts.machines.earlier(machines.length)}>
    {() => (
      <ItemList>
        {machines.map(({ machineId, name, releasedAt }) => (
          <ItemRow
            key={machineId}
            icon={MonitorOff}
            title={formatMachine(name)}
            facts={[texts.machines.givenUp(formatDay((releasedAt ?? '').slice(0, 10)))]}
          />
        ))}
      </ItemList>
    )}
  </Disclosure>
);
