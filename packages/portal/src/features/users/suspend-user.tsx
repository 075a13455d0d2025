import { Ban } from 'lucide-react';
import type { User } from '@basics/contract/users.ts';
import { ui } from '#portal/texts/ui.ts';
import { userStatus as texts } from '#portal/texts/user-status.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useReason } from '#portal/session/editing/use-reason.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { DialogButton } from '#portal/ui/overlays/dialog-button.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { TextArea } from '#portal/ui/forms/text-area.tsx';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { HandOverOffer } from './hand-over-offer.tsx';
import styles from './user-status.module.css';
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
  const toasts = useToasts();
  const { field, problem, isBusy, submit } = useReason({
    name: `suspend ${user.userId}`,
    act: async (reason) => {
      onSuspended(await suspendUser(user.userId, { version: user.version, reason }));
      toasts.done(texts.suspended(formatUser(user)));
      onClose();
    },
  });
  return (
    <Dialog
      title={texts.suspendTitle(formatUser(user))}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button variant="danger" busy={isBusy} icon={<Ban aria-hidden="true" />} onClick={() => void submit()}>
            {texts.suspend}
          </Button>
        </>
      }
    >
      <div className={styles.ask}>
        {problem && <ProblemNotice problem={problem} title={texts.failed} />}
        <HandOverOffer user={user} reason="suspension" />
        <p>{texts.suspendText}</p>
        <TextArea {...field} data-autofocus label={texts.reason} hint={texts.reasonHint} />
      </div>
    </Dialog>
  );
}
