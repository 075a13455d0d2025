import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Request } from '@basics/contract/requests.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { requests as texts } from '#portal/messages/en/requests.ts';
import { Button } from '#portal/ui/button.tsx';
import { Confirm } from '#portal/ui/confirm.tsx';
import { Notice } from '#portal/ui/notice.tsx';
import { useToasts } from '#portal/ui/toasts.tsx';
import { nameOf } from './request-words.tsx';
import { forgetRequests, removeRequests } from './requests.queries.ts';
import styles from './requests-page.module.css';

/** Why one of the chosen is still there. */
export type Refused = { id: number; name: string; message: string };

type DeleteRequestsProps = {
  chosen: readonly Request[];
  label: string;
  /** Those that stay, and why. */
  onDone: (left: readonly Request[], refused: readonly Refused[]) => void;
};

const namesShown = 5;

/** Deletes one request or many, after the question that names them. */
export function DeleteRequests({ chosen, label, onDone }: DeleteRequestsProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      const results = await removeRequests(chosen.map(({ userId }) => userId));
      const refused = results.filter(({ outcome }) => outcome === 'refused');
      const left = chosen.filter(({ userId }) => refused.some(({ id }) => id === userId));
      const gone = results.filter(({ outcome }) => outcome === 'deleted').length;
      if (gone > 0) toasts.done(texts.remove.done(gone));
      setAsking(false);
      onDone(
        left,
        left.map((request) => ({
          id: request.userId,
          name: nameOf(request),
          message: refused.find(({ id }) => id === request.userId)?.message ?? texts.remove.failed,
        })),
      );
      void forgetRequests(client);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setAsking(false);
      if (error.reaction.shown !== 'signOut') toasts.problem(texts.remove.failed);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setAsking(true)}>
        {label}
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
            {chosen.slice(0, namesShown).map((request) => (
              <li key={request.userId}>{nameOf(request)}</li>
            ))}
            {chosen.length > namesShown && <li>{texts.remove.more(chosen.length - namesShown)}</li>}
          </ul>
        </Confirm>
      )}
    </>
  );
}

/** What was not deleted, and why. */
export const RefusedRequests = ({ refused }: { refused: readonly Refused[] }) => (
  <Notice tone="warn" role="alert" title={texts.remove.refused(refused.length)}>
    <ul className={styles.names}>
      {refused.map(({ id, name, message }) => (
        <li key={id}>
          {name}: {message}
        </li>
      ))}
    </ul>
  </Notice>
);
