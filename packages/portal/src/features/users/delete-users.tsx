import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { User } from '@basics/contract/users.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { users as texts } from '#portal/messages/en/users.ts';
import { Button } from '#portal/ui/button.tsx';
import { Confirm } from '#portal/ui/confirm.tsx';
import { useToasts } from '#portal/ui/toasts.tsx';
import type { Refused } from './refused-users.tsx';
import { nameOf } from './user-words.tsx';
import { forgetUsers, removeUsers } from './users.queries.ts';
import styles from './users-page.module.css';

type DeleteUsersProps = {
  chosen: readonly User[];
  /** Those that stay chosen, and why. */
  onDone: (left: readonly User[], refused: readonly Refused[]) => void;
};

const namesShown = 5;

/** Deletes what is chosen, after the question that names it. */
export function DeleteUsers({ chosen, onDone }: DeleteUsersProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      const results = await removeUsers(chosen.map(({ userId }) => userId));
      const outcomes = new Map(results.map((result) => [result.id, result]));
      const left = chosen.filter(({ userId }) => outcomes.get(userId)?.outcome === 'refused');
      const gone = results.filter(({ outcome }) => outcome === 'deleted').length;
      if (gone > 0) toasts.done(texts.remove.done(gone));
      onDone(
        left,
        left.map((user) => ({
          id: user.userId,
          name: nameOf(user),
          message: outcomes.get(user.userId)?.message ?? texts.remove.failed,
        })),
      );
      await forgetUsers(client);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.reaction.shown !== 'signOut') toasts.problem(texts.remove.failed);
    } finally {
      setBusy(false);
      setAsking(false);
    }
  }

  return (
    <>
      <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setAsking(true)}>
        {texts.remove.action(chosen.length)}
      </Button>
      {isAsking && (
        <Confirm
          title={texts.remove.title(chosen.length)}
          action={texts.remove.action(chosen.length)}
          icon={<Trash2 aria-hidden="true" />}
          busy={isBusy}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        >
          <p>{texts.remove.consequence}</p>
          <ul className={styles.names}>
            {chosen.slice(0, namesShown).map((user) => (
              <li key={user.userId}>{nameOf(user)}</li>
            ))}
            {chosen.length > namesShown && <li>{texts.remove.more(chosen.length - namesShown)}</li>}
          </ul>
        </Confirm>
      )}
    </>
  );
}
