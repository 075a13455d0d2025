import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { User } from '@basics/contract/users/users.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { userStatus as texts } from '#portal/texts/user-status.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Confirm } from '#portal/ui/overlays/dialog.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { HandOverOffer } from '../hand-over-offer.tsx';
import { formatUser } from '../user-format.tsx';
import { removeUser } from '../user.queries.ts';
import { invalidateUsers } from '../users.queries.ts';

/** Deletes one user after a confirmation. */
export function DeleteUser({ user, onRemoved }: { user: User; onRemoved: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [isConfirming, setConfirming] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isForGood, setForGood] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function deleteUser(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await removeUser(user.userId, isForGood);
      toasts.done(texts.removed(formatUser(user)));
      void invalidateUsers(client);
      onRemoved();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.reaction.shown !== 'signOut') setProblem(error);
      setBusy(false);
    }
  }

  return (
    <>
      <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setConfirming(true)}>
        {texts.remove}
      </Button>
      {isConfirming && (
        <Confirm
          title={texts.removeTitle(formatUser(user))}
          action={texts.remove}
          icon={<Trash2 aria-hidden="true" />}
          busy={isBusy}
          onConfirm={() => void deleteUser()}
          onCancel={() => setConfirming(false)}
        >
          {problem && <ProblemNotice problem={problem} title={texts.removeFailed} />}
          <HandOverOffer user={user} reason="deletion" />
          <p>{texts.removeText}</p>
          <Checkbox
            label={texts.removeForGood}
            hint={texts.removeForGoodHint}
            checked={isForGood}
            onChange={({ target }) => setForGood(target.checked)}
          />
        </Confirm>
      )}
    </>
  );
}
