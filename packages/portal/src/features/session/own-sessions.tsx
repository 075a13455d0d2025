import type { OwnSession } from '@basics/contract/session/session.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { failureAsToast } from '#portal/api/query-client.ts';
import { ownSessions as texts } from '#portal/texts/own-sessions.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { Confirm } from '#portal/ui/overlays/dialog.tsx';
import { ItemList, ItemsLoading, ItemRow } from '#portal/ui/lists/item-row.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { QueryFailed } from '#portal/ui/feedback/notice.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { endOwnSession, ownSessions } from './sign-in.queries.ts';
import styles from './passwords/passwords.module.css';
import { formatAgo, formatMoment } from '#portal/messages/times.ts';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import { ChangeLogin } from '#portal/session/editing/change-login.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { changeLogin } from '#portal/texts/change-login.ts';

/** Lists the user's sessions, with a button to end each. */
export function OwnSessions() {
  const sessions = useQuery(ownSessions);
  const { data } = sessions;
  return (
    <Card title={texts.title}>
      <div className={styles.stack} data-wide>
        {sessions.isPending && <ItemsLoading loadingText={texts.loading} />}
        <QueryFailed query={sessions} title={texts.failed} />
        {data && <SessionList sessions={data.items} />}
      </div>
    </Card>
  );
}

/** The number of sessions that are shown at first: the current one and the last used ones. */
const shownCount = 5;

function SessionList({ sessions }: { sessions: readonly OwnSession[] }) {
  const [isConfirming, setConfirming] = useState(false);
  const { end, isBusy } = useEndSession(() => setConfirming(false));
  const [now] = useState(Date.now);
  // The current session comes first, then the others, the most recently used first.
  const orderedSessions = sessions.toSorted(
    (firstSession, secondSession) =>
      Number(secondSession.current) - Number(firstSession.current) ||
      secondSession.lastSeenAt.localeCompare(firstSession.lastSeenAt),
  );
  const renderRows = (rows: readonly OwnSession[]) => (
    <ItemList>
      {rows.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          now={now}
          busy={isBusy(session.id)}
          onEnd={() => end(session.id, texts.ended)}
        />
      ))}
    </ItemList>
  );
  const otherCount = sessions.filter(({ current }) => !current).length;
  return (
    <>
      {renderRows(orderedSessions.slice(0, shownCount))}
      {orderedSessions.length > shownCount && (
        <Disclosure label={texts.older(orderedSessions.length - shownCount)}>
          {() => renderRows(orderedSessions.slice(shownCount))}
        </Disclosure>
      )}
      {otherCount > 0 && (
        <div className={styles.others}>
          <p className={styles.small}>{texts.unknown}</p>
          <Button icon={<LogOut aria-hidden="true" />} onClick={() => setConfirming(true)}>
            {texts.endOthers}
          </Button>
        </div>
      )}
      {isConfirming && (
        <Confirm
          title={texts.othersTitle}
          action={texts.endOthers}
          icon={<LogOut aria-hidden="true" />}
          busy={isBusy('others')}
          onConfirm={() => end('others', texts.othersEnded)}
          onCancel={() => setConfirming(false)}
        >
          <p>{texts.othersText(otherCount)}</p>
        </Confirm>
      )}
    </>
  );
}

/** Returns a function that ends one session, or all others with the id `others`, and then reloads the list. */
function useEndSession(onSettled: () => void) {
  const client = useQueryClient();
  const toasts = useToasts();
  const endMutation = useMutation({
    mutationFn: ({ id }: { id: string; message: string }) => endOwnSession(id),
    onSuccess: (_, { message }) => toasts.done(message),
    meta: failureAsToast,
    onSettled: () => {
      onSettled();
      return client.invalidateQueries({ queryKey: ownSessions.queryKey });
    },
  });
  return {
    isBusy: (id: string) => endMutation.isPending && endMutation.variables.id === id,
    end: (id: string, message: string): void => {
      if (!endMutation.isPending) endMutation.mutate({ id, message });
    },
  };
}

type SessionRowProps = { session: OwnSession; now: number; busy: boolean; onEnd: () => void };

function SessionRow({ session, now, busy, onEnd }: SessionRowProps) {
  const { device, address, signedInAt, lastSeenAt, current } = session;
  const secondsAgo = Math.floor((now - Date.parse(lastSeenAt)) / 1000);
  const facts = [address, texts.signedIn(formatMoment(signedInAt)), texts.active(formatAgo(secondsAgo))];
  return (
    <ItemRow
      icon={MonitorSmartphone}
      title={
        <>
          <span>{device}</span> {current && <StatusBadge tone="ok">{texts.current}</StatusBadge>}
        </>
      }
      facts={facts}
      {...(!current && {
        actions: (
          <Button size="small" busy={busy} icon={<LogOut aria-hidden="true" />} onClick={onEnd}>
            {texts.end} <VisuallyHidden>{device}</VisuallyHidden>
          </Button>
        ),
      })}
    />
  );
}

/** Shows the login of the signed-in user, with a button to change it. */
export function OwnLogin() {
  const { userId, userEmail } = useUser();
  return (
    <Card title={changeLogin.title} actions={<ChangeLogin userId={userId} name={null} />}>
      <p>{changeLogin.lead(userEmail)}</p>
    </Card>
  );
}
