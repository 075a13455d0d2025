import { useQueryClient } from '@tanstack/react-query';
import { MonitorX } from 'lucide-react';
import type { Machine } from '@basics/contract/license-admin/license-admin.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useTextDraft } from '#portal/session/drafts/use-draft.ts';
import { useReason } from '#portal/session/editing/use-reason.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { watchList as texts } from '#portal/texts/watch-list.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Select, TextArea } from '#portal/ui/fields/form-field.tsx';
import { Stack } from '#portal/ui/layout/layout.tsx';
import { DialogButton, FormDialog } from '#portal/ui/overlays/dialog.tsx';
import { formatMachine } from '../license-format.tsx';
import { LostPcs } from '../watch-list-button.tsx';
import { invalidateLostMachines, reportLost } from '../license-admin.queries.ts';

type OwnPcsProps = { userId: number; machines: readonly Machine[] };

/** Lists the lost PCs of a user, with a form to report another lost PC. */
export const LostPcsOfUser = (props: OwnPcsProps) => (
  <Stack>
    <LostPcs userId={props.userId} />
    <div>
      <DialogButton icon={<MonitorX aria-hidden="true" />} label={texts.report}>
        {(closeDialog) => <ReportDialog {...props} onClose={closeDialog} />}
      </DialogButton>
    </div>
  </Stack>
);

function ReportDialog({ userId, machines, onClose }: OwnPcsProps & { onClose: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const isOwn = useUser().userId === userId;
  const { text: storedPcId, write: choosePc, forget } = useTextDraft(`lost PC of ${userId}`);
  const onlyPc = machines.length === 1 ? machines[0] : undefined;
  // The PC in an old draft is ignored if the user no longer has it.
  const chosenPc = machines.find(({ machineId }) => String(machineId) === storedPcId) ?? onlyPc;
  const { field, problem, isBusy, submit } = useReason({
    name: 'report lost',
    isNeeded: true,
    act: async (reason) => {
      if (!chosenPc) return;
      await reportLost({ userId, machineId: chosenPc.machineId }, reason);
      forget();
      toasts.done(texts.reportedDone(formatMachine(chosenPc.name)));
      onClose();
      await invalidateLostMachines(client);
    },
  });
  return (
    <FormDialog
      title={texts.report}
      submitLabel={texts.submit}
      busy={isBusy}
      disabled={!chosenPc}
      onSubmit={submit}
      onClose={onClose}
    >
      {problem && <ProblemNotice problem={problem} title={texts.reportFailed} />}
      <p>{isOwn ? texts.ownLead : texts.lead}</p>
      <Select
        label={texts.pc}
        placeholder={texts.choose}
        options={machines.map(({ machineId, name }) => ({ value: String(machineId), label: formatMachine(name) }))}
        value={String(chosenPc?.machineId ?? '')}
        onChange={({ target }) => choosePc(target.value)}
        data-autofocus
      />
      <TextArea {...field} label={texts.reason} hint={isOwn ? texts.ownKeepsLicense : texts.keepsLicense} />
    </FormDialog>
  );
}
