import { Ban } from 'lucide-react';
import type { User } from '@basics/contract/users.ts';
import { userStatus as texts } from '#portal/texts/user-status.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useUndo } from '#portal/session/undo.queries.ts';
import { useReason } from '#portal/session/editing/use-reason.ts';
import { DialogButton } from '#portal/ui/overlays/dialog-button.tsx';
import { FormDialog } from '#portal/ui/overlays/form-dialog.tsx';
import { TextArea } from '#portal/ui/forms/text-area.tsx';
import { HandOverOffer } from './hand-over-offer.tsx';
import { formatUser } from './user-format.tsx';
import { suspendUser } from './user.queries.ts';

type SuspendUserProps = { user: User; onSuspended: (user: User) => void };

/** A button that suspends a user after asking for a reason. The history shows the reason. */
export const SuspendUser = (props: SuspendUserProps) => (
  <DialogButton icon={<Ban aria-hidden="true" />} label={texts.suspend}>
    {(closeDialog) => <SuspendDialog {...props} onClose={closeDialog} />}
  </DialogButton>
);

function SuspendDialog({ user, onSuspended, onClose }: SuspendUserProps & { onClose: () => void }) {
  const { announce } = useUndo();
  const { field, problem, isBusy, submit } = useReason({
    name: `suspend ${user.userId}`,
    act: async (reason) => {
      const { undo, ...suspendedUser } = await suspendUser(user.userId, { version: user.version, reason });
      onSuspended(suspendedUser);
      announce(texts.suspended(formatUser(user)), { undo });
      onClose();
    },
  });
  return (
    <FormDialog
      title={texts.suspendTitle(formatUser(user))}
      submitLabel={texts.suspend}
      variant="danger"
      icon={<Ban aria-hidden="true" />}
      busy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {problem && <ProblemNotice problem={problem} title={texts.failed} />}
      <HandOverOffer user={user} reason="suspension" />
      <p>{texts.suspendText}</p>
      <TextArea {...field} data-autofocus label={texts.reason} hint={texts.reasonHint} />
    </FormDialog>
  );
}
