import { useQuery } from '@tanstack/react-query';
import { ArrowUpDown, CircleMinus, Monitor, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Machine, ToolUsage } from '@basics/contract/license-admin/license-admin.ts';
import { countDaysUntil, formatDay } from '#portal/messages/times.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { TimeRing, findTimeTone } from '#portal/ui/content/time-signs.tsx';
import { ItemList, ItemRow } from '#portal/ui/lists/item-row.tsx';
import { UnfoldingWay, Way } from '#portal/ui/lists/way-list.tsx';
import { createMachinesQuery } from '../license-admin.queries.ts';
import { formatMachine, MachineName } from '../license-format.tsx';
import { ReleaseMachine } from './release-machine.tsx';
import styles from './seats-of-tool.module.css';

/** Up to this number, the PCs that take the seats are listed below the refusal; more are on a page of their own, which can be searched. */
const maxHolders = 5;

type SeatCardsProps = { userId: number; tool: string; newPc: string; isRefused: boolean };

/** The seats of a tool as cards: the PCs that take them, and the PC of the code, which takes the next seat or finds none. */
export function SeatCards({ userId, tool, newPc, isRefused }: SeatCardsProps) {
  const usage = useQuery(createMachinesQuery(userId)).data?.find((toolUsage) => toolUsage.tool === tool);
  const [now] = useState(Date.now);
  if (!usage) return null;
  return (
    <ul className={styles.seats} aria-label={texts.machines.holders}>
      {listHolders(usage).map(({ machineId, name, license }) => {
        const daysLeft = license === null ? -1 : countDaysUntil(license.expiryDate, now);
        return (
          <li key={machineId} className={styles.seat}>
            <TimeRing daysLeft={daysLeft} tone={findTimeTone(daysLeft)} />
            <span>
              <strong translate="no">{formatMachine(name)}</strong> <small>{texts.ownPcs.daysLeft(daysLeft)}</small>
            </span>
          </li>
        );
      })}
      <li className={styles.seat} data-new={isRefused ? 'none' : 'seat'}>
        {isRefused ? <CircleMinus aria-hidden="true" /> : <Plus aria-hidden="true" />}
        <span>
          <strong translate="no">{newPc}</strong> <small>{isRefused ? texts.seats.none : texts.seats.new}</small>
        </span>
      </li>
    </ul>
  );
}

/** The way out of a refusal that frees a seat: the PCs that take the seats, each with the button that removes it. */
export function FreeSeatWay({ userId, isOwn }: { userId: number; isOwn: boolean }) {
  const { data = [] } = useQuery(createMachinesQuery(userId));
  const fullUsages = data.filter(({ seatsUsed, seatsAllowed }) => seatsUsed >= seatsAllowed);
  const holderCount = fullUsages.flatMap(listHolders).length;
  const { title, text } = texts.seats.free;
  if (holderCount === 0) return null;
  if (holderCount > maxHolders)
    return (
      <Way
        icon={<ArrowUpDown aria-hidden="true" />}
        title={title}
        text={text(holderCount)}
        action={
          <LinkButton to={isOwn ? '/pcs' : `/users/${userId}`} hash={isOwn ? '' : 'pcs'}>
            {texts.seats.choose}
          </LinkButton>
        }
      />
    );
  return (
    <UnfoldingWay icon={<ArrowUpDown aria-hidden="true" />} title={title} text={text(holderCount)}>
      {() => fullUsages.map((usage) => <Holders key={usage.tool} userId={userId} usage={usage} />)}
    </UnfoldingWay>
  );
}

const Holders = ({ userId, usage }: { userId: number; usage: ToolUsage }) => (
  <ItemList>
    {listHolders(usage).map((machine) => (
      <ItemRow
        key={machine.machineId}
        icon={Monitor}
        title={<MachineName machine={machine} />}
        facts={machine.license ? [texts.seats.until(formatDay(machine.license.expiryDate))] : []}
        actions={<ReleaseMachine userId={userId} machine={machine} toolUsage={usage} />}
      />
    ))}
  </ItemList>
);

const listHolders = ({ machines }: ToolUsage): Machine[] => machines.filter(({ holdsSeat }) => holdsSeat);
