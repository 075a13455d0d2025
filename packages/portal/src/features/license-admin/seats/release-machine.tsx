import { useQueryClient } from '@tanstack/react-query';
import { MonitorOff } from 'lucide-react';
import { useState } from 'react';
import type { Machine, ToolUsage } from '@basics/contract/license-admin/license-admin.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { ui } from '#portal/texts/ui.ts';
import { formatDay } from '#portal/messages/times.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { useReason } from '#portal/session/editing/use-reason.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { DialogButton, Dialog } from '#portal/ui/overlays/dialog.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { TextArea } from '#portal/ui/fields/form-field.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { invalidateLicenses, releaseMachine } from '../license-admin.queries.ts';
import { formatMachine } from '../license-format.tsx';
import styles from '../license-admin.module.css';

type ReleaseMachineProps = { userId: number; machine: Machine; toolUsage: ToolUsage };

/** The button "Remove PC" with a dialog that explains the effect and asks for confirmation. */
export const ReleaseMachine = (props: ReleaseMachineProps) => (
  <DialogButton
    variant="quiet"
    icon={<MonitorOff aria-hidden="true" />}
    label={
      <>
        <span>{texts.release.action}</span>{' '}
        <VisuallyHidden>{texts.release.ofPc(formatMachine(props.machine.name))}</VisuallyHidden>
      </>
    }
  >
    {(closeDialog) => <ReleaseDialog {...props} onClose={closeDialog} />}
  </DialogButton>
);

type ReleaseDialogProps = ReleaseMachineProps & { onClose: () => void; onDone?: () => void };

export function ReleaseDialog({ userId, machine, toolUsage, onClose, onDone }: ReleaseDialogProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { userId: ownUserId, permissions } = useUser();
  const [wasRefused, setRefused] = useState(false);
  const isMove = machine.holdsSeat && !machine.traits.includes('notIdentified');
  const movesLeft = toolUsage.movesAllowed - toolUsage.movesUsed;
  const isLimited = isMove && (wasRefused || movesLeft <= 0);
  const readerTexts = texts.release[userId === ownUserId ? 'own' : 'staff'];
  const mayOverride = userId !== ownUserId && permissions.includes('users.edit');
  const needsReason = isLimited && mayOverride; // Staff may exceed the limit of moves if they give a reason.
  const pcName = formatMachine(machine.name);
  const { field, problem, isBusy, submit } = useReason({
    name: `release ${machine.machineId}`,
    isNeeded: needsReason,
    act: async (reason) => {
      await releaseMachine({ userId, machineId: machine.machineId }, needsReason ? reason : undefined);
      toasts.done(readerTexts.done(pcName));
      onClose();
      onDone?.();
      void invalidateLicenses(client);
    },
  });
  // The last move of the user was used after the dialog had opened, so the dialog now asks for a reason.
  if (isProblem(problem, 'MOVE_LIMIT') && !wasRefused) setRefused(true);
  return (
    <Dialog
      title={texts.release.title(pcName)}
      role="alertdialog"
      onClose={onClose}
      footer={
        <>
          {/* Cancel has the focus, so that Enter changes nothing; if a reason is needed, its field has the focus. */}
          <Button data-autofocus={needsReason ? undefined : true} onClick={onClose}>
            {ui.cancel}
          </Button>
          {(!isLimited || mayOverride) && <ReleaseButton pcName={pcName} busy={isBusy} onClick={() => void submit()} />}
        </>
      }
    >
      <div className={styles.ask}>
        {problem && !isProblem(problem, 'MOVE_LIMIT') && (
          <ProblemNotice problem={problem} title={texts.release.failed} />
        )}
        {machine.holdsSeat ? (
          <>
            <ReleaseEffect machine={machine} text={readerTexts.text} />
            {!isLimited && <p>{isMove ? readerTexts.counts(movesLeft - 1) : texts.release.noMove}</p>}
          </>
        ) : (
          <p>{texts.release.noSeat}</p>
        )}
        {isLimited && <MoveLimitNotice toolUsage={toolUsage} pcName={pcName} mayOverride={mayOverride} />}
        {needsReason && (
          <TextArea {...field} data-autofocus label={texts.release.reason} hint={texts.release.reasonHint} />
        )}
      </div>
    </Dialog>
  );
}

const ReleaseButton = ({ pcName, ...button }: { pcName: string; busy: boolean; onClick: () => void }) => (
  <Button variant="danger" icon={<MonitorOff aria-hidden="true" />} {...button}>
    {texts.release.submit(pcName)}
  </Button>
);

function ReleaseEffect({ machine, text }: Pick<ReleaseMachineProps, 'machine'> & { text: string }) {
  return (
    <>
      <p>{text}</p>
      {machine.license && <p>{texts.release.offline(formatDay(machine.license.expiryDate))}</p>}
    </>
  );
}

type MoveLimitNoticeProps = { toolUsage: ToolUsage; pcName: string; mayOverride: boolean };

/** Says that no move is left, when the next move is available, and who can help. */
function MoveLimitNotice({ toolUsage: { movesAllowed, nextMoveAt }, pcName, mayOverride }: MoveLimitNoticeProps) {
  const { brand } = useSetup();
  const mailLink = `mailto:${brand.supportEmail}?subject=${encodeURIComponent(texts.release.mailSubject(pcName))}`;
  return (
    <Notice
      tone="warn"
      title={texts.release.limit(movesAllowed)}
      {...(!mayOverride && { actions: <a href={mailLink}>{texts.release.contact}</a> })}
    >
      <p>
        {nextMoveAt !== null && <span>{`${texts.release.limitNext(formatDay(nextMoveAt.slice(0, 10)))} `}</span>}
        <span>{mayOverride ? texts.release.limitStaff : texts.release.limitOwn}</span>
      </p>
    </Notice>
  );
}
