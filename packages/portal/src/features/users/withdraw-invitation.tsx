import { useNavigate } from '@tanstack/react-router';
import { MailX } from 'lucide-react';
import type { User } from '@basics/contract/users.ts';
import { userStatus as texts } from '#portal/texts/user-status.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { Confirm } from '#portal/ui/overlays/confirm.tsx';
import { DialogButton } from '#portal/ui/overlays/dialog-button.tsx';
import { formatUser } from './user-format.tsx';
import { withdrawInvitation } from './user.queries.ts';

type WithdrawInvitationProps = { user: User; onChanged: (user: User) => void };

/** A button that withdraws an invitation after asking. If the request is pending again, the request opens. */
export const WithdrawInvitation = (props: WithdrawInvitationProps) => (
  <DialogButton icon={<MailX aria-hidden="true" />} label={texts.withdraw}>
    {(closeDialog) => <WithdrawDialog {...props} onClose={closeDialog} />}
  </DialogButton>
);

function WithdrawDialog({ user, onChanged, onClose }: WithdrawInvitationProps & { onClose: () => void }) {
  const toasts = useToasts();
  const navigate = useNavigate();
  const { problem, isBusy, attempt } = useAttempt();

  const withdraw = (): Promise<void> =>
    attempt(async () => {
      const changedUser = await withdrawInvitation(user.userId);
      toasts.done(texts.withdrawn(formatUser(user)));
      onClose();
      if (changedUser.status === 'pending') await navigate({ to: '/requests', search: { request: user.userId } });
      else onChanged(changedUser);
    });

  return (
    <Confirm
      title={texts.withdrawTitle(formatUser(user))}
      action={texts.withdraw}
      icon={<MailX aria-hidden="true" />}
      busy={isBusy}
      onConfirm={() => void withdraw()}
      onCancel={onClose}
    >
      {problem && <ProblemNotice problem={problem} title={texts.failed} />}
      <p>{texts.withdrawText}</p>
    </Confirm>
  );
}
