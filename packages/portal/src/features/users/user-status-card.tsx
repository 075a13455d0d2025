import { CircleCheck, MailPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Reply } from '@basics/contract/endpoint.ts';
import type { User, users } from '@basics/contract/users.ts';
import { userStatus as texts } from '#portal/texts/user-status.ts';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { formatMoment, formatShortDay } from '#portal/messages/times.ts';
import { AccountHistory } from '#portal/session/editing/account-history.tsx';
import { Allowed } from '#portal/session/allowed.tsx';
import { DownloadPersonalData } from '#portal/session/editing/download-personal-data.tsx';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { useUndo } from '#portal/session/undo.queries.ts';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { Fact, Facts } from '#portal/ui/content/facts.tsx';
import { DeleteUser } from './delete-user.tsx';
import { HandOverOffer } from './hand-over-offer.tsx';
import { SuspendUser } from './suspend-user.tsx';
import { WithdrawInvitation } from './withdraw-invitation.tsx';
import styles from './user-status.module.css';
import { formatUser, UserStatusBadge } from './user-format.tsx';
import { inviteUser, reinstateUser } from './user.queries.ts';

// The buttons for the password link, the second step and the login are loaded separately, because the page can be read without them.
const AccountRecovery = createLazyPart(async () => (await import('./account-recovery.tsx')).AccountRecovery);
const ChangeLogin = createLazyPart(async () => (await import('#portal/session/editing/change-login.tsx')).ChangeLogin);

type UserStatusCardProps = {
  user: User;
  onChanged: (user: User) => void;
  onRemoved: () => void;
  /** Whether the history is hidden, because the page shows it in another section. */
  hidesHistory?: boolean;
};

/** Shows the status of the account, its date, and the actions that change it. */
export function UserStatusCard({ user, onChanged, onRemoved, hidesHistory = false }: UserStatusCardProps) {
  const actor = useUser();
  const { announce } = useUndo();
  const { problem, isBusy, attempt } = useAttempt();
  const isOwn = actor.userId === user.userId;

  const runAction = (action: () => Promise<Reply<typeof users.invite>>, successMessage: string): Promise<void> =>
    attempt(async () => {
      const { undo, ...changedUser } = await action();
      onChanged(changedUser);
      announce(successMessage, { undo });
    });

  const { status, userId, version } = user;
  return (
    <Card title={texts.title} actions={<UserStatusBadge status={status} />}>
      {problem && <ProblemNotice problem={problem} title={texts.failed} />}
      {status === 'suspended' && <HandOverOffer user={user} reason="suspension" />}
      <AccountFacts user={user} />
      {!hidesHistory && <History user={user} />}
      <div className={styles.actions}>
        {status === 'approved' && (
          <Button
            busy={isBusy}
            icon={<MailPlus aria-hidden="true" />}
            onClick={() => void runAction(() => inviteUser(userId), texts.invited(user.login))}
          >
            {user.invitedUntil ? texts.invite : texts.inviteFirst}
          </Button>
        )}
        {status === 'approved' && <WithdrawInvitation user={user} onChanged={onChanged} />}
        {status === 'suspended' && (
          <Button
            busy={isBusy}
            icon={<CircleCheck aria-hidden="true" />}
            onClick={() => void runAction(() => reinstateUser(userId, version), texts.reinstated(formatUser(user)))}
          >
            {texts.reinstate}
          </Button>
        )}
        {!isOwn && (
          <Suspense>
            <ChangeLogin userId={userId} name={formatUser(user)} />
            {status === 'active' && <AccountRecovery user={user} />}
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
        {isOwn && <p className={styles.small}>{texts.own}</p>}
      </div>
    </Card>
  );
}

/** The history of the account. The history of a suspended user is open, because it shows the reason. */
const History = ({ user }: { user: User }) => (
  <div className={styles.history}>
    <AccountHistory account={user} startsOpen={user.status === 'suspended'} />
  </div>
);

function AccountFacts({ user: { createdAt, status, invitedUntil, userDomain, userId } }: { user: User }) {
  const [now] = useState(Date.now);
  const facts = [
    { name: texts.userId, value: String(userId) },
    { name: texts.created, value: formatShortDay(createdAt) },
    ...(userDomain === null ? [] : [{ name: texts.domain, value: userDomain }]),
    ...(status === 'approved'
      ? [{ name: texts.linkUntil, value: describeInvitationLink(invitedUntil ?? null, now) }]
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

function describeInvitationLink(expiresAt: string | null, now: number): string {
  if (expiresAt === null) return texts.linkMissing;
  return Date.parse(expiresAt) <= now ? texts.linkOver : texts.linkWorks(formatMoment(expiresAt));
}
