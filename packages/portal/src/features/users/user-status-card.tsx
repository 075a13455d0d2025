import { CircleCheck, MailPlus } from 'lucide-react';
import { useState } from 'react';
import type { User } from '@basics/contract/users.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { user as texts } from '#portal/messages/en/user.ts';
import { momentWords, shortDayWords } from '#portal/messages/times.ts';
import { Allowed } from '#portal/session/allowed.tsx';
import { ProblemNotice } from '#portal/session/problem-notice.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { Button } from '#portal/ui/button.tsx';
import { Card } from '#portal/ui/card.tsx';
import { useToasts } from '#portal/ui/toasts.tsx';
import { DeleteUser } from './delete-user.tsx';
import { SuspendUser } from './suspend-user.tsx';
import styles from './user-status.module.css';
import { nameOf, UserStatusBadge } from './user-words.tsx';
import { inviteUser, reinstateUser } from './user.queries.ts';

type UserStatusCardProps = { user: User; onChanged: (user: User) => void; onRemoved: () => void };

/** How the account stands, since when, and what can be done about it. */
export function UserStatusCard({ user, onChanged, onRemoved }: UserStatusCardProps) {
  const actor = useUser();
  const toasts = useToasts();
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isOwn = actor.userId === user.userId;

  async function act(deed: () => Promise<User>, done: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      onChanged(await deed());
      toasts.done(done);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.reaction.shown !== 'signOut') setProblem(error);
    } finally {
      setBusy(false);
    }
  }

  const { status, userId, version } = user;
  return (
    <Card title={texts.status.title} actions={<UserStatusBadge status={status} />}>
      {problem && <ProblemNotice problem={problem} title={texts.status.failed} />}
      <Facts user={user} />
      <div className={styles.actions}>
        {status === 'approved' && (
          <Button
            busy={isBusy}
            icon={<MailPlus aria-hidden="true" />}
            onClick={() => void act(() => inviteUser(userId), texts.status.invited(user.login))}
          >
            {texts.status.invite}
          </Button>
        )}
        {status === 'suspended' && (
          <Button
            busy={isBusy}
            icon={<CircleCheck aria-hidden="true" />}
            onClick={() => void act(() => reinstateUser(userId, version), texts.status.reinstated(nameOf(user)))}
          >
            {texts.status.reinstate}
          </Button>
        )}
        {status === 'active' && !isOwn && <SuspendUser user={user} onSuspended={onChanged} />}
        {!isOwn && (
          <Allowed any={['users.delete']}>
            <DeleteUser user={user} onRemoved={onRemoved} />
          </Allowed>
        )}
        {isOwn && <p className={styles.small}>{texts.status.own}</p>}
      </div>
    </Card>
  );
}

function Facts({ user: { createdAt, status, invitedUntil, userDomain, userId } }: { user: User }) {
  const [now] = useState(Date.now);
  const facts = [
    { name: texts.status.userId, value: String(userId) },
    { name: texts.status.created, value: shortDayWords(createdAt) },
    ...(userDomain === null ? [] : [{ name: texts.form.domain, value: userDomain }]),
    ...(status === 'approved' ? [{ name: texts.status.linkUntil, value: linkWords(invitedUntil ?? null, now) }] : []),
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const linkWords = (until: string | null, now: number): string =>
  until === null || Date.parse(until) <= now ? texts.status.linkOver : texts.status.linkWorks(momentWords(until));
