import { useQueryClient } from '@tanstack/react-query';
import { MonitorX } from 'lucide-react';
import type { Machine } from '@basics/contract/license-admin/license-admin.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useReason } from '#portal/session/editing/use-reason.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { watchList as texts } from '#portal/texts/watch-list.ts';
import { TextArea } from '#portal/ui/fields/form-field.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { DialogButton, FormDialog } from '#portal/ui/overlays/dialog.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { invalidateLostMachines, reportLost } from '../license-admin.queries.ts';
import { formatMachine } from '../license-format.tsx';

type LostPcProps = { userId: number; machine: Machine };

/** The button with which the owner or staff report a PC as lost. */
export const ReportLost = (props: LostPcProps) => (
  <DialogButton
    variant="quiet"
    icon={<MonitorX aria-hidden="true" />}
    label={
      <>
        <span>{texts.report}</span> <VisuallyHidden>{texts.ofPc(formatMachine(props.machine.name))}</VisuallyHidden>
      </>
    }
  >
    {(closeDialog) => <ReportDialog {...props} onClose={closeDialog} />}
  </DialogButton>
);

function ReportDialog({ userId, machine: { machineId, name }, onClose }: LostPcProps & { onClose: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const isOwn = useUser().userId === userId;
  const { field, problem, isBusy, submit } = useReason({
    name: `report lost ${machineId}`,
    isNeeded: true,
    act: async (reason) => {
      await reportLost({ userId, machineId }, reason);
      toasts.done(texts.reportedDone(formatMachine(name)));
      onClose();
      await invalidateLostMachines(client);
    },
  });
  return (
    <FormDialog
      title={texts.reportTitle(formatMachine(name))}
      submitLabel={texts.submit}
      busy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {problem && <ProblemNotice problem={problem} title={texts.reportFailed} />}
      <p>{isOwn ? texts.ownLead : texts.lead}</p>
      <TextArea
        {...field}
        data-autofocus
        label={texts.reason}
        hint={isOwn ? texts.ownKeepsLicense : texts.keepsLicense}
      />
    </FormDialog>
  );
}
