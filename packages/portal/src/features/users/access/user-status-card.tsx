import { CircleCheck, MailPlus, Ban, MailX, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { User, users } from '@basics/contract/users/users.ts';
import { userStatus as texts } from '#portal/texts/user-status.ts';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { formatMoment, formatShortDay } from '#portal/messages/times.ts';
import { AccountHistory } from '#portal/session/editing/account-history.tsx';
import { Allowed, useUser } from '#portal/session/session-context.tsx';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useUndo } from '#portal/session/editing/undo.queries.ts';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { FactRow, FactRows } from '#portal/ui/content/fact-rows.tsx';
import { HandOverOffer } from '../hand-over-offer.tsx';
import styles from './user-status.module.css';
import { formatUser, UserStatusBadge } from '../user-format.tsx';
import { inviteUser, reinstateUser, suspendUser, withdrawInvitation, removeUser } from '../user.queries.ts';
import { useReason } from '#portal/session/editing/use-reason.ts';
import { DialogButton, FormDialog, Confirm } from '#portal/ui/overlays/dialog.tsx';
import { MoreMenu } from '#portal/ui/overlays/more-menu.tsx';
import { TextArea } from '#portal/ui/fields/form-field.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';
import { invalidateUsers } from '../users.queries.ts';

// The buttons for the password link, the second step, the login and the personal data are loaded separately, because the page can be read without them.
const AccountRecovery = createLazyPart(async () => (await import('./account-recovery.tsx')).AccountRecovery);
const ChangeLogin = createLazyPart(async () => (await import('#portal/session/editing/change-login.tsx')).ChangeLogin);
const DownloadPersonalData = createLazyPart(
  async () => (await import('#portal/session/editing/download-personal-data.tsx')).DownloadPersonalData,
);

type UserStatusCardProps = {
  user: User;
  onChanged: (user: User) => void;
  onRemoved: () => void;
  /** Whether the page itself has the history and the menu of actions. */
  isBrief?: boolean;
};

/** Shows the status of the account, its date, and the actions that change it. */
export function UserStatusCard({ user, onChanged, onRemoved, isBrief = false }: UserStatusCardProps) {
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
    <Card
      title={texts.title}
      actions={
        <div className={styles.head}>
          <UserStatusBadge status={status} />
          {!isOwn && !isBrief && <RareActions user={user} onChanged={onChanged} onRemoved={onRemoved} />}
        </div>
      }
    >
      {problem && <ProblemNotice problem={problem} title={texts.failed} />}
      {status === 'suspended' && <HandOverOffer user={user} reason="suspension" />}
      <AccountFacts user={user} isBrief={isBrief} />
      {!isBrief && <History user={user} />}
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
        {isOwn && <p className={styles.small}>{texts.own}</p>}
      </div>
    </Card>
  );
}

type RareActionsProps = Pick<UserStatusCardProps, 'user' | 'onChanged' | 'onRemoved'>;

const RareActions = (props: RareActionsProps) => (
  <MoreMenu label={texts.more}>
    <AccountActions {...props} />
  </MoreMenu>
);

/** The actions on somebody else's account that are seldom needed: ways to sign in, personal data, suspension, deletion. */
export const AccountActions = ({ user, onChanged, onRemoved }: RareActionsProps) => (
  <>
    <Suspense>
      <ChangeLogin userId={user.userId} name={formatUser(user)} />
      {user.status === 'active' && <AccountRecovery user={user} />}
      <DownloadPersonalData userId={user.userId} isInMenu />
    </Suspense>
    {user.status === 'active' && <SuspendUser user={user} onSuspended={onChanged} />}
    <Allowed any={['users.delete']}>
      <DeleteUser user={user} onRemoved={onRemoved} />
    </Allowed>
  </>
);

/** The history of the account. The history of a suspended user is open, because it shows the reason. */
const History = ({ user }: { user: User }) => (
  <div className={styles.history}>
    <AccountHistory account={user} startsOpen={user.status === 'suspended'} />
  </div>
);

/** The page with the contact data does not repeat the domain of the login. */
function AccountFacts({ user, isBrief }: { user: User; isBrief: boolean }) {
  const { createdAt, status, invitedUntil, userDomain, userId } = user;
  const [now] = useState(Date.now);
  const facts = [
    { name: texts.userId, value: String(userId) },
    { name: texts.created, value: formatShortDay(createdAt) },
    ...(isBrief || userDomain === null ? [] : [{ name: texts.domain, value: userDomain }]),
    ...(status === 'approved'
      ? [{ name: texts.linkUntil, value: describeInvitationLink(invitedUntil ?? null, now) }]
      : []),
  ];
  return (
    <FactRows>
      {facts.map(({ name, value }) => (
        <FactRow key={name} name={name}>
          {value}
        </FactRow>
      ))}
    </FactRows>
  );
}

function describeInvitationLink(expiresAt: string | null, now: number): string {
  if (expiresAt === null) return texts.linkMissing;
  return Date.parse(expiresAt) <= now ? texts.linkOver : texts.linkWorks(formatMoment(expiresAt));
}

type SuspendUserProps = { user: User; onSuspended: (user: User) => void };

/** A button that suspends a user after asking for a reason. The history shows the reason. */
const SuspendUser = (props: SuspendUserProps) => (
  <DialogButton icon={<Ban aria-hidden="true" />} label={texts.suspend}>
    {(closeDialog) => <SuspendDialog {...props} onClose={closeDialog} />}
  </DialogButton>
);

function SuspendDialog({ user, onSuspended, onClose }: SuspendUserProps & { onClose: () => void }) {
  const { announce } = useUndo();
  const { field, problem, isBusy, submit } = useReason({
    name: `suspend ${user.userId}`,
    act: async (reason) => {
      const { undo, ...suspendedUser } = await suspendUser(user.userId, { version: user.version, reason });
      onSuspended(suspendedUser);
      announce(texts.suspended(formatUser(user)), { undo });
      onClose();
    },
  });
  return (
    <FormDialog
      title={texts.suspendTitle(formatUser(user))}
      submitLabel={texts.suspend}
      variant="danger"
      icon={<Ban aria-hidden="true" />}
      busy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {problem && <ProblemNotice problem={problem} title={texts.failed} />}
      <HandOverOffer user={user} reason="suspension" />
      <p>{texts.suspendText}</p>
      <TextArea {...field} data-autofocus label={texts.reason} hint={texts.reasonHint} />
    </FormDialog>
  );
}

type WithdrawInvitationProps = { user: User; onChanged: (user: User) => void };

/** A button that withdraws an invitation after asking. If the request is pending again, the request opens. */
const WithdrawInvitation = (props: WithdrawInvitationProps) => (
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

type DeleteUserProps = { user: User; onRemoved: () => void };

/** Deletes one user after a confirmation. */
const DeleteUser = (props: DeleteUserProps) => (
  <DialogButton icon={<Trash2 aria-hidden="true" />} label={texts.remove}>
    {(closeDialog) => <DeleteDialog {...props} onClose={closeDialog} />}
  </DialogButton>
);

function DeleteDialog({ user, onRemoved, onClose }: DeleteUserProps & { onClose: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [isForGood, setForGood] = useState(false);
  const { problem, isBusy, attempt } = useAttempt();

  const deleteUser = (): Promise<void> =>
    attempt(async () => {
      await removeUser(user.userId, isForGood);
      toasts.done(texts.removed(formatUser(user)));
      void invalidateUsers(client);
      onRemoved();
    });

  return (
    <Confirm
      title={texts.removeTitle(formatUser(user))}
      action={texts.remove}
      icon={<Trash2 aria-hidden="true" />}
      busy={isBusy}
      onConfirm={() => void deleteUser()}
      onCancel={onClose}
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
  );
}
