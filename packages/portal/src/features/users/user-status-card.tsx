import { CircleCheck, MailPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { User } from '@basics/contract/users.ts';
import { user as texts } from '#portal/texts/user.ts';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { formatMoment, formatShortDay } from '#portal/messages/times.ts';
import { AccountHistory } from '#portal/session/editing/account-history.tsx';
import { Allowed } from '#portal/session/allowed.tsx';
import { DownloadPersonalData } from '#portal/session/editing/download-personal-data.tsx';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { Fact, Facts } from '#portal/ui/content/facts.tsx';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { DeleteUser } from './delete-user.tsx';
import { SuspendUser } from './suspend-user.tsx';
import styles from './user-status.module.css';
import { formatUser, UserStatusBadge } from './user-words.tsx';
import { inviteUser, reinstateUser } from './user.queries.ts';

// Not needed to read or edit the fields.
const ChangeLogin = createLazyPart(async () => (await import('#portal/session/editing/change-login.tsx')).ChangeLogin);

type UserStatusCardProps = { user: User; onChanged: (user: User) => void; onRemoved: () => void };

/** Shows the status of the account, its date, and the actions that change it. */
export function UserStatusCard({ user, onChanged, onRemoved }: UserStatusCardProps) {
  const actor = useUser();
  const toasts = useToasts();
  const { problem, isBusy, attempt } = useAttempt();
  const isOwn = actor.userId === user.userId;

  const act = (deed: () => Promise<User>, done: string): Promise<void> =>
    attempt(async () => {
      onChanged(await deed());
      toasts.done(done);
    });

  const { status, userId, version } = user;
  return (
    <Card title={texts.status.title} actions={<UserStatusBadge status={status} />}>
      {problem && <ProblemNotice problem={problem} title={texts.status.failed} />}
      <Standing user={user} />
      {/* In sight at once where it keeps somebody out. */}
      <div className={styles.history}>
        <AccountHistory account={user} startsOpen={status === 'suspended'} />
      </div>
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
            onClick={() => void act(() => reinstateUser(userId, version), texts.status.reinstated(formatUser(user)))}
          >
            {texts.status.reinstate}
          </Button>
        )}
        {!isOwn && (
          <Suspense>
            <ChangeLogin userId={userId} name={formatUser(user)} />
          </Suspense>
        )}
        {status === 'active' && !isOwn && <SuspendUser user={user} onSuspended={onChanged} />}
        {!isOwn && (
          <Allowed any={['users.edit']}>
            <DownloadPersonalData userId={userId} />
          </Allowed>
        )}
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

function Standing({ user: { createdAt, status, invitedUntil, userDomain, userId } }: { user: User }) {
  const [now] = useState(Date.now);
  const facts = [
    { name: texts.status.userId, value: String(userId) },
    { name: texts.status.created, value: formatShortDay(createdAt) },
    ...(userDomain === null ? [] : [{ name: texts.form.domain, value: userDomain }]),
    ...(status === 'approved'
      ? [{ name: texts.status.linkUntil, value: describeLink(invitedUntil ?? null, now) }]
      : []),
  ];
  return (
    <Facts>
      {facts.map(({ name, value }) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </Facts>
  );
}

const describeLink = (until: string | null, now: number): string =>
  until === null || Date.parse(until) <= now ? texts.status.linkOver : texts.status.linkWorks(formatMoment(until));
