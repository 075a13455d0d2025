import { Ban } from 'lucide-react';
import { useState } from 'react';
import { limits } from '@basics/contract/limits.ts';
import type { User } from '@basics/contract/users.ts';
import { words } from '@basics/contract/words.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { ui } from '#portal/messages/en/ui.ts';
import { user as texts } from '#portal/messages/en/user.ts';
import { ProblemNotice } from '#portal/session/problem-notice.tsx';
import { Button } from '#portal/ui/button.tsx';
import { Dialog } from '#portal/ui/dialog.tsx';
import { TextArea } from '#portal/ui/text-area.tsx';
import { useToasts } from '#portal/ui/toasts.tsx';
import styles from './user-status.module.css';
import { nameOf } from './user-words.tsx';
import { suspendUser } from './user.queries.ts';

type SuspendUserProps = { user: User; onSuspended: (user: User) => void };

/** Shuts somebody out, with the reason that stands in the history. */
export function SuspendUser(props: SuspendUserProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Ban aria-hidden="true" />} onClick={() => setOpen(true)}>
        {texts.status.suspend}
      </Button>
      {isOpen && <SuspendDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function SuspendDialog({ user, onSuspended, onClose }: SuspendUserProps & { onClose: () => void }) {
  const toasts = useToasts();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function suspend(): Promise<void> {
    if (isBusy) return;
    setProblem(null);
    if (reason.trim() === '') return setError(words.reason);
    setBusy(true);
    try {
      onSuspended(await suspendUser(user.userId, { version: user.version, reason }));
      toasts.done(texts.status.suspended(nameOf(user)));
      onClose();
    } catch (caught) {
      if (!(caught instanceof ApiProblem)) throw caught;
      if (caught.fields['reason'] !== undefined) setError(caught.fields['reason']);
      else if (caught.reaction.shown !== 'signOut') setProblem(caught);
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={texts.status.suspendTitle(nameOf(user))}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button variant="danger" busy={isBusy} icon={<Ban aria-hidden="true" />} onClick={() => void suspend()}>
            {texts.status.suspend}
          </Button>
        </>
      }
    >
      <div className={styles.ask}>
        {problem && <ProblemNotice problem={problem} title={texts.status.failed} />}
        <p>{texts.status.suspendText}</p>
        <TextArea
          data-autofocus
          label={texts.status.reason}
          hint={texts.status.reasonHint}
          rows={3}
          maxLength={limits.text.reason}
          value={reason}
          error={error}
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value);
            setError(undefined);
          }}
        />
      </div>
    </Dialog>
  );
}
