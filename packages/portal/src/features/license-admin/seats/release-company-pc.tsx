import { useQuery } from '@tanstack/react-query';
import { MonitorOff } from 'lucide-react';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Dialog, DialogButton } from '#portal/ui/overlays/dialog.tsx';
import { createMachinesQuery } from '../license-admin.queries.ts';
import { formatMachine } from '../license-format.tsx';
import { ReleaseDialog } from './release-machine.tsx';

type ReleaseCompanyPcProps = { userId: number; machineId: number; machineName: string; onDone: () => void };

/** The button "Remove PC" in a list of PCs of several people. The seats and moves of the owner are loaded when the dialog opens. */
export const ReleaseCompanyPc = (props: ReleaseCompanyPcProps) => (
  <DialogButton variant="quiet" icon={<MonitorOff aria-hidden="true" />} label={texts.release.action}>
    {(closeDialog) => <LoadedDialog {...props} onClose={closeDialog} />}
  </DialogButton>
);

function LoadedDialog({
  userId,
  machineId,
  machineName,
  onDone,
  onClose,
}: ReleaseCompanyPcProps & { onClose: () => void }) {
  const query = useQuery(createMachinesQuery(userId));
  const toolUsage = query.data?.find(({ machines }) => machines.some((machine) => machine.machineId === machineId));
  const machine = toolUsage?.machines.find((row) => row.machineId === machineId);
  if (toolUsage && machine) return <ReleaseDialog {...{ userId, machine, toolUsage, onDone, onClose }} />;
  return (
    <Dialog title={texts.release.title(formatMachine(machineName))} onClose={onClose}>
      <QueryContent query={query} failedTitle={texts.release.failed} loading={<Skeleton height="6rem" />}>
        {() => <p>{texts.release.failed}</p>}
      </QueryContent>
    </Dialog>
  );
}
