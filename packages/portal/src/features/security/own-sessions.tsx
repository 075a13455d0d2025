import type { OwnSession } from '@basics/contract/session.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { security as texts } from '#portal/messages/en/security.ts';
import { Button } from '#portal/ui/button.tsx';
import { Card } from '#portal/ui/card.tsx';
import { Confirm } from '#portal/ui/confirm.tsx';
import { useToasts } from '#portal/ui/toasts.tsx';
import { ListFailed, ListLoading } from './list-states.tsx';
import { endOwnSession, ownSessions } from './security.queries.ts';
import styles from './security.module.css';
import { SessionRow } from './session-row.tsx';

/** Every place where one is signed in, and the way out of each. */
export function OwnSessions() {
  const sessions = useQuery(ownSessions);
  const { data } = sessions;
  return (
    <Card title={texts.sessions.title}>
      <div className={styles.stack}>
        {sessions.isPending && <ListLoading words={texts.sessions.loading} />}
        {sessions.isError && (
          <ListFailed words={texts.sessions.failed} error={sessions.error} onRetry={() => void sessions.refetch()} />
        )}
        {data && <Sessions sessions={data.items} />}
      </div>
    </Card>
  );
}

function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const [isAsking, setAsking] = useState(false);
  const { end, isBusy } = useEnding(() => setAsking(false));
  const [now] = useState(Date.now);
  // The own one first, then the one used last.
  const ordered = sessions.toSorted(
    (a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt),
  );
  const others = sessions.filter(({ current }) => !current).length;
  return (
    <>
      <ul className={styles.rows}>
        {ordered.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            now={now}
            busy={isBusy(session.id)}
            onEnd={() => end(session.id, texts.sessions.ended)}
          />
        ))}
      </ul>
      <p className={styles.small}>{others === 0 ? texts.sessions.alone : texts.sessions.unknown}</p>
      {others > 0 && (
        <div>
          <Button icon={<LogOut aria-hidden="true" />} onClick={() => setAsking(true)}>
            {texts.sessions.endOthers}
          </Button>
        </div>
      )}
      {isAsking && (
        <Confirm
          title={texts.sessions.othersTitle}
          action={texts.sessions.endOthers}
          icon={<LogOut aria-hidden="true" />}
          busy={isBusy('others')}
          onConfirm={() => end('others', texts.sessions.othersEnded)}
          onCancel={() => setAsking(false)}
        >
          <p>{texts.sessions.othersText(others)}</p>
        </Confirm>
      )}
    </>
  );
}

/** Ends a session, or the others, one at a time; one that is gone already is what was wanted. */
function useEnding(onSettled: () => void) {
  const client = useQueryClient();
  const toasts = useToasts();
  const ending = useMutation({
    mutationFn: ({ id }: { id: string; words: string }) => endOwnSession(id),
    onSuccess: (_, { words }) => toasts.done(words),
    onError: (error) => {
      if (error instanceof ApiProblem && error.reaction.shown === 'inPlace') toasts.problem(error.message);
    },
    onSettled: () => {
      onSettled();
      return client.invalidateQueries({ queryKey: ownSessions.queryKey });
    },
  });
  return {
    isBusy: (id: string) => ending.isPending && ending.variables.id === id,
    end: (id: string, words: string): void => {
      if (!ending.isPending) ending.mutate({ id, words });
    },
  };
}
