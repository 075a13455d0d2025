import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { ItemList } from '#portal/ui/lists/item-row.tsx';
import { createMachinesQuery } from './license-admin.queries.ts';
import { describeNextSeat } from './license-format.ts';
import { MachineRow } from './machines-card.tsx';
import styles from './license-admin.module.css';

/** For a customer whose code was refused because all seats are used: the PCs that hold them, and when the next one is free. */
export function SeatHolders() {
  const { userId } = useUser();
  const { data = [] } = useQuery(createMachinesQuery(userId));
  const [now] = useState(Date.now);
  return data
    .filter(({ seatsUsed, seatsAllowed }) => seatsUsed >= seatsAllowed)
    .map((standing) => (
      <section key={standing.tool} className={styles.part} aria-label={texts.machines.holders}>
        <p>{describeNextSeat(standing)}</p>
        <ItemList>
          {standing.machines
            .filter(({ holdsSeat }) => holdsSeat)
            .map((machine) => (
              <MachineRow key={machine.machineId} machine={machine} standing={standing} userId={userId} now={now} />
            ))}
        </ItemList>
      </section>
    ));
}
