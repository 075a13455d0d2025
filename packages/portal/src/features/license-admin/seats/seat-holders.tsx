import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { ItemList } from '#portal/ui/lists/item-row.tsx';
import { createMachinesQuery } from '../license-admin.queries.ts';
import { describeNextSeat } from '../license-format.tsx';
import { MachineRow } from './machines-card.tsx';
import styles from '../license-admin.module.css';

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
