import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ToolUsage } from '@basics/contract/license-admin/license-admin.ts';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { Actions } from '#portal/ui/buttons/button.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Card, type Elements } from '#portal/ui/layout/layout.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { createMachinesQuery } from '../license-admin.queries.ts';
import { describeUsage } from '../license-format.tsx';
import { RenewForOwner } from '../renew/renew-for-owner.tsx';
import { findRenewableLicense } from '../renew/use-renewal.ts';
import styles from '../license-admin.module.css';
import { PcList } from './pc-list.tsx';

type MachinesCardProps = {
  userId: number;
  /** Whether the card is shown only if the user has a PC, as for members of staff. */
  isOnlyWithPcs?: boolean;
  /** Why no licence can be issued to this user now. */
  blockedReason?: string | undefined;
  /** Renders the actions of the licence of a PC, which another feature has. */
  renderActions: (license: License) => Elements;
};

/**
 * The PCs of a customer for staff, with the seats and moves of each tool, the actions of each licence, and the button that renews all
 * licences.
 */
export function MachinesCard({ userId, isOnlyWithPcs = false, blockedReason, renderActions }: MachinesCardProps) {
  const machines = useQuery(createMachinesQuery(userId));
  useScrollToPcs(machines.data !== undefined);
  if (isOnlyWithPcs && !machines.error && !machines.data?.some((usage) => usage.machines.length > 0)) return null;
  const [firstUsage, ...otherUsages] = machines.data ?? [];
  return (
    <Card
      title={texts.machines.title}
      anchor={pcsFragment}
      actions={
        <>
          {firstUsage && otherUsages.length === 0 && (
            <span>{texts.machines.ofSeats(firstUsage.seatsUsed, firstUsage.seatsAllowed)}</span>
          )}
          <Link to="/licenses" search={{ userId }}>
            {texts.machines.allLicenses}
          </Link>
        </>
      }
    >
      {blockedReason !== undefined && <p>{blockedReason}</p>}
      <QueryContent
        query={machines}
        failedTitle={texts.machines.failed}
        loading={<ItemsLoading loadingText={texts.machines.loading} />}
      >
        {(toolUsages) => (
          <div className={styles.titled}>
            <RenewAllForOwner userId={userId} toolUsages={toolUsages} />
            {toolUsages.map((toolUsage) => (
              <UsageLine key={toolUsage.tool} toolUsage={toolUsage} isOnlyTool={toolUsages.length === 1} />
            ))}
            <PcList userId={userId} toolUsages={toolUsages} renderActions={renderActions} />
          </div>
        )}
      </QueryContent>
    </Card>
  );
}

/** The seats and PC changes of a tool. The seats of the only tool are beside the title. */
function UsageLine({ toolUsage, isOnlyTool }: { toolUsage: ToolUsage; isOnlyTool: boolean }) {
  const { toolName, seatsUsed, seatsAllowed } = toolUsage;
  const usage = describeUsage(toolUsage);
  const seats = isOnlyTool ? '' : `${toolName}: ${texts.machines.seats(seatsUsed, seatsAllowed)}. `;
  return seats + usage === '' ? null : <p title={texts.machines.changesMean}>{seats + usage}</p>;
}

function RenewAllForOwner({ userId, toolUsages }: { userId: number; toolUsages: readonly ToolUsage[] }) {
  const [now] = useState(Date.now);
  const licenses = toolUsages.flatMap(({ machines }) =>
    machines.flatMap((machine) => findRenewableLicense(machine, now) ?? []),
  );
  return (
    <Actions>
      {/* One licence has its button in the row of its PC. After a renewal, this part stays, because its sheet says what was refused. */}
      <RenewForOwner userId={userId} licenses={licenses.length > 1 ? licenses : []} isForSeveral />
    </Actions>
  );
}

const pcsFragment = 'pcs';

/**
 * Scrolls to the PCs if the address has the fragment `#pcs`. The page scrolls again when the PCs are loaded, because
 * the card then becomes longer.
 */
function useScrollToPcs(isLoaded: boolean): void {
  const isRequested = useLocation({ select: ({ hash }) => hash === pcsFragment });
  const scrollStage = isRequested && (isLoaded ? 'loaded' : 'loading');
  useEffect(() => {
    if (scrollStage === false) return;
    const card = document.getElementById(pcsFragment);
    card?.focus({ preventScroll: true });
    card?.scrollIntoView();
  }, [scrollStage]);
}
