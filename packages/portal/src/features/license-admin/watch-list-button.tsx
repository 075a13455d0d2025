import { MonitorX, MonitorCheck } from 'lucide-react';
import { watchList as texts } from '#portal/texts/watch-list.ts';
import { Stack, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { DialogButton, Dialog } from '#portal/ui/overlays/dialog.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LostMachine } from '@basics/contract/license-admin/watch-list.ts';
import { formatShortDay } from '#portal/messages/times.ts';
import { Allowed } from '#portal/session/session-context.tsx';
import { QueryFailed } from '#portal/ui/feedback/notice.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { ItemList, ItemRow, ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { createLostMachinesQuery, invalidateLostMachines, removeFromWatchList } from './license-admin.queries.ts';

/** A button that opens the watch list: the PCs that were reported lost, of all users whom staff may see. */
export const WatchListButton = () => (
  <DialogButton icon={<MonitorX aria-hidden="true" />} label={texts.open}>
    {(closeDialog) => (
      <Dialog title={texts.title} onClose={closeDialog}>
        <Stack>
          <p>{texts.lead}</p>
          <LostPcs />
        </Stack>
      </Dialog>
    )}
  </DialogButton>
);

/** Lists the PCs that were reported lost, of one user or of all users whom staff may see, with a button to remove a PC from the list. */
export function LostPcs({ userId }: { userId?: number }) {
  const lostPcs = useQuery(createLostMachinesQuery(userId));
  return (
    <>
      {lostPcs.isPending && <ItemsLoading loadingText={texts.loading} />}
      <QueryFailed query={lostPcs} title={texts.failed} />
      {lostPcs.data?.items.length === 0 && <p>{texts.none}</p>}
      {lostPcs.data && lostPcs.data.items.length > 0 && (
        <ItemList>
          {lostPcs.data.items.map((pc) => (
            <ItemRow
              key={pc.machineId}
              icon={MonitorX}
              title={userId === undefined ? texts.ownedBy(formatPc(pc), pc.name) : formatPc(pc)}
              facts={listFacts(pc)}
              actions={
                <Allowed any={['users.edit']}>
                  <RemoveFromListButton pc={pc} />
                </Allowed>
              }
            />
          ))}
        </ItemList>
      )}
      {lostPcs.data?.hasMore && <p>{texts.more}</p>}
    </>
  );
}

function RemoveFromListButton({ pc }: { pc: LostMachine }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const removalMutation = useMutation({
    mutationFn: () => removeFromWatchList(pc),
    onSuccess: () => {
      toasts.done(texts.lifted(formatPc(pc)));
      return invalidateLostMachines(client);
    },
    onError: (error) => toasts.problem(`${texts.liftFailed}. ${error.message}`),
  });
  return (
    <Button
      icon={<MonitorCheck aria-hidden="true" />}
      busy={removalMutation.isPending}
      onClick={() => removalMutation.mutate()}
    >
      {texts.lift} <VisuallyHidden>{texts.ofPc(formatPc(pc))}</VisuallyHidden>
    </Button>
  );
}

const formatPc = ({ machineName }: LostMachine): string => machineName || texts.unnamed;

function listFacts({ reportedAt, reportedBy, seen, reason }: LostMachine): string[] {
  const day = formatShortDay(reportedAt);
  return [
    reportedBy === null ? texts.reportedByUnknown(day) : texts.reported(day, reportedBy),
    describeLastUse(seen),
    reason,
  ];
}

function describeLastUse(lastSeen: LostMachine['seen']): string {
  if (lastSeen === null) return texts.notSeen;
  const day = formatShortDay(lastSeen.at);
  return lastSeen.by === null ? texts.seen(day) : texts.seenBy(day, lastSeen.by);
}
