import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MailPlus, UserRound, UserRoundPlus, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import type { CompanyInvitation, CompanyMember } from '@basics/contract/companies/company-people.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { failureAsToast } from '#portal/api/query-client.ts';
import { formatShortDay } from '#portal/messages/times.ts';
import { useValuesDraft } from '#portal/session/drafts/use-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { JoinButton } from '#portal/session/people/join-suggestion.tsx';
import { addMember } from '#portal/session/people/people.queries.ts';
import { PersonPicker } from '#portal/session/people/person-picker.tsx';
import { Allowed, useUser } from '#portal/session/session-context.tsx';
import { companies } from '#portal/texts/companies.ts';
import { customer } from '#portal/texts/customer.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { ChoiceGroup } from '#portal/ui/fields/choice-group.tsx';
import { EmailField } from '#portal/ui/fields/form-field.tsx';
import { Card, Stack, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { ItemList, ItemRow, ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { Confirm, DialogButton, FormDialog } from '#portal/ui/overlays/dialog.tsx';
import { MoreMenu } from '#portal/ui/overlays/more-menu.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import {
  createCandidatesQuery,
  createInvitationsQuery,
  createMembersQuery,
  invalidateCompanies,
  invite,
  removeMember,
  sendInvitation,
  setRole,
  withdrawInvitation,
} from './companies.queries.ts';
import styles from './company.module.css';

const texts = companies.people;

/** The people of a company with their roles, and the invitations. Managers and staff invite, remove and name managers. */
export function PeopleCard({ companyId }: { companyId: number }) {
  const members = useQuery(createMembersQuery(companyId));
  const invitations = useQuery(createInvitationsQuery(companyId)).data ?? [];
  const shownInvitations = invitations.filter(({ state }) => state === 'open' || state === 'expired');
  return (
    <Card title={texts.title}>
      <QueryContent query={members} failedTitle={texts.failed} loading={<ItemsLoading loadingText={texts.loading} />}>
        {({ items, hidden }) => (
          <Stack>
            {items.length === 0 && <p>{texts.none}</p>}
            <ItemList>
              {items.map((member) => (
                <MemberRow key={member.userId} companyId={companyId} member={member} />
              ))}
            </ItemList>
            {items.filter(({ role }) => role === 'manager').length === 1 && hidden.members === 0 && (
              <p className={styles.second}>{texts.oneManager}</p>
            )}
            {hidden.members > 0 && <p>{texts.hidden(hidden.members, hidden.pcs)}</p>}
            {shownInvitations.length > 0 && (
              <>
                <h3>{texts.invitations}</h3>
                <ItemList>
                  {shownInvitations.map((invitation) => (
                    <InvitationRow key={invitation.invitationId} companyId={companyId} invitation={invitation} />
                  ))}
                </ItemList>
              </>
            )}
            <Allowed any={['users.edit']}>
              <Candidates companyId={companyId} />
            </Allowed>
            <div className={styles.act}>
              <DialogButton icon={<MailPlus aria-hidden="true" />} label={texts.invite}>
                {(closeDialog) => <InviteDialog companyId={companyId} onClose={closeDialog} />}
              </DialogButton>
              <Allowed any={['users.edit']}>
                <DialogButton icon={<UserRoundPlus aria-hidden="true" />} label={texts.add}>
                  {(closeDialog) => <AddDialog companyId={companyId} onClose={closeDialog} />}
                </DialogButton>
              </Allowed>
            </div>
          </Stack>
        )}
      </QueryContent>
    </Card>
  );
}

/** The users without a company who seem to belong to this one; staff confirm each. Nothing if there is none. */
function Candidates({ companyId }: { companyId: number }) {
  const candidates = useQuery(createCandidatesQuery(companyId)).data ?? [];
  if (candidates.length === 0) return null;
  return (
    <>
      <h3>{customer.joining.title}</h3>
      <ItemList>
        {candidates.map(({ userId, name, login, by }) => (
          <ItemRow
            key={userId}
            icon={UserRoundPlus}
            title={<Link to={`/users/${userId}`}>{name}</Link>}
            facts={[login, customer.joining.by[by]]}
            actions={
              <JoinButton
                label={customer.joining.add}
                hidden={name}
                companyId={companyId}
                userId={userId}
                done={customer.joining.added(name)}
              />
            }
          />
        ))}
      </ItemList>
    </>
  );
}

/** Runs a change of the people of a company, says that it is done, and loads the companies again. */
function usePeopleChange<Input = void>(run: (input: Input) => Promise<unknown>, describe: (input: Input) => string) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: run,
    onSuccess: (_, input) => {
      toasts.done(describe(input));
      return invalidateCompanies(client);
    },
    meta: failureAsToast,
  });
}

function MemberRow({ companyId, member }: { companyId: number; member: CompanyMember }) {
  const { permissions } = useUser();
  const { userId, role, status, pcs } = member;
  const name = `${member.firstName} ${member.lastName}`.trim() || member.login;
  const newRole = role === 'manager' ? 'member' : 'manager';
  const roleChange = usePeopleChange(
    () => setRole(companyId, userId, newRole),
    () => texts.roleChanged(name, texts.roles[newRole]),
  );
  const removal = usePeopleChange(
    () => removeMember(companyId, userId),
    () => texts.removed(name),
  );
  const statusTexts = { approved: texts.invited, active: '', suspended: texts.suspended };
  return (
    <ItemRow
      icon={UserRound}
      title={permissions.includes('users.view') ? <Link to={`/users/${userId}`}>{name}</Link> : name}
      facts={[texts.roles[role], texts.pcs(pcs), statusTexts[status]].filter(Boolean)}
      actions={
        <MoreMenu label={texts.more(name)}>
          <Button variant="quiet" busy={roleChange.isPending} onClick={() => roleChange.mutate()}>
            <span>{role === 'manager' ? texts.makeMember : texts.makeManager}</span>{' '}
            <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
          <DialogButton
            variant="quiet"
            label={
              <>
                <span>{texts.remove}</span> <VisuallyHidden>{name}</VisuallyHidden>
              </>
            }
          >
            {(closeDialog) => (
              <Confirm
                title={texts.removeTitle(name)}
                action={texts.remove}
                icon={<UserRoundX aria-hidden="true" />}
                busy={removal.isPending}
                onConfirm={() => removal.mutate(undefined, { onSettled: closeDialog })}
                onCancel={closeDialog}
              >
                <p>{texts.removeText}</p>
              </Confirm>
            )}
          </DialogButton>
        </MoreMenu>
      }
    />
  );
}

function InvitationRow({ companyId, invitation }: { companyId: number; invitation: CompanyInvitation }) {
  const { invitationId, login, role, invitedBy, expiresAt, state } = invitation;
  const sending = usePeopleChange(
    () => sendInvitation(companyId, invitationId),
    () => texts.sent(login),
  );
  const withdrawal = usePeopleChange(
    () => withdrawInvitation(companyId, invitationId),
    () => texts.withdrawn,
  );
  return (
    <ItemRow
      icon={MailPlus}
      title={login}
      facts={[texts.states[state], texts.invitation(texts.roles[role], invitedBy, formatShortDay(expiresAt))]}
      actions={
        <>
          <Button variant="quiet" busy={sending.isPending} onClick={() => sending.mutate()}>
            <span>{texts.sendAgain}</span> <VisuallyHidden>{login}</VisuallyHidden>
          </Button>
          <Button variant="quiet" busy={withdrawal.isPending} onClick={() => withdrawal.mutate()}>
            <span>{texts.withdraw}</span> <VisuallyHidden>{login}</VisuallyHidden>
          </Button>
        </>
      }
    />
  );
}

type DialogProps = { companyId: number; onClose: () => void };

function InviteDialog({ companyId, onClose }: DialogProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { values, change, forget } = useValuesDraft<{ login: string; role: 'manager' | 'member' }>('invitation', {
    login: '',
    role: 'member',
  });
  const { login, role } = values;
  const close = (): void => {
    forget();
    onClose();
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => invite(companyId, values),
    onSuccess: () => {
      toasts.done(texts.sent(login));
      close();
      return invalidateCompanies(client);
    },
  });
  const problem = error instanceof ApiProblem ? error : null;
  return (
    <FormDialog
      title={texts.invite}
      submitLabel={texts.invite}
      busy={isPending}
      disabled={login.trim() === ''}
      onSubmit={() => !isPending && mutate()}
      onClose={close}
    >
      {problem && <ProblemNotice problem={problem} title={companies.notSaved} />}
      <EmailField
        label={texts.address}
        value={login}
        error={problem?.fields?.['login']}
        onChange={({ currentTarget }) => change({ login: currentTarget.value })}
      />
      <ChoiceGroup
        label={texts.role}
        name="role"
        options={(['member', 'manager'] as const).map((value) => ({ value, label: texts.roles[value] }))}
        value={role}
        onChange={(newRole) => change({ role: newRole })}
      />
    </FormDialog>
  );
}

function AddDialog({ companyId, onClose }: DialogProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [userId, setUserId] = useState<number>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (chosenId: number) => addMember(companyId, chosenId),
    onSuccess: () => {
      toasts.done(texts.added);
      onClose();
      return invalidateCompanies(client);
    },
  });
  return (
    <FormDialog
      title={texts.add}
      submitLabel={texts.add}
      busy={isPending}
      disabled={userId === undefined}
      onSubmit={() => userId !== undefined && !isPending && mutate(userId)}
      onClose={onClose}
    >
      {error instanceof ApiProblem && <ProblemNotice problem={error} title={companies.notSaved} />}
      <PersonPicker label={texts.user} userId={userId} onChoose={setUserId} />
    </FormDialog>
  );
}
