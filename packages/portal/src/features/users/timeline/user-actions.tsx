import { findRole, staffProfiles } from '@basics/contract/calls/permissions.ts';
import type { User } from '@basics/contract/users/users.ts';
import { JoinAccountsButton } from '../deletion/join-accounts-button.tsx';
import { OverridesButton } from '../access/overrides-button.tsx';
import { ViewersButton } from './viewers-button.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileKey2, ScanEye } from 'lucide-react';
import { beginView } from '#portal/session/view-as.queries.ts';
import { fetchedUser } from '#portal/texts/fetched-user.ts';
import { viewAs as texts } from '#portal/texts/view-as.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { Allowed, useUser } from '#portal/session/session-context.tsx';
import { MoreMenu } from '#portal/ui/overlays/more-menu.tsx';
import { AccountActions } from '../access/user-status-card.tsx';
import { storeUser } from '../user.queries.ts';
import { servesCustomers } from '../user-format.tsx';

const staffProfileIds: readonly (number | null)[] = staffProfiles;

/** The menu on the page of a user: what only administrators do, and the actions on the account. The own account has no such actions. */
export function UserActions({ user }: { user: User }) {
  const actor = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const isOwn = actor.userId === user.userId;
  const isAdministrator = findRole(actor.profileID) === 'Administrator';
  if (!isAdministrator && (isOwn || !actor.permissions.includes('users.edit'))) return null;
  return (
    <MoreMenu label={fetchedUser.more} variant="secondary">
      {user.status === 'active' && servesCustomers(user.profileID) && (
        <Allowed any={['license.generate']}>
          <LinkButton to="/license/verify" search={{ user: user.userId }} icon={<FileKey2 aria-hidden="true" />}>
            {fetchedUser.issue}
          </LinkButton>
        </Allowed>
      )}
      {isAdministrator && <AdministratorActions user={user} />}
      {!isOwn && (
        <Allowed any={['users.edit']}>
          <AccountActions
            user={user}
            onChanged={(changedUser) => void storeUser(client, changedUser)}
            onRemoved={() => void navigate({ to: '/users' })}
          />
        </Allowed>
      )}
    </MoreMenu>
  );
}

/** There is no button to view the portal as another administrator: the server refuses that. Accounts of staff cannot be joined with others. */
const AdministratorActions = ({ user }: { user: User }) => (
  <>
    <ViewersButton user={user} />
    <OverridesButton user={user} />
    {user.status === 'active' && findRole(user.profileID) !== 'Administrator' && <ViewAsButton user={user} />}
    {user.status === 'active' && !staffProfileIds.includes(user.profileID) && <JoinAccountsButton user={user} />}
  </>
);

/** The button that starts viewing the portal as another user, and opens the home page. */
function ViewAsButton({ user }: { user: User }) {
  const navigate = useNavigate();
  const toasts = useToasts();
  const startViewMutation = useMutation({
    mutationFn: () => beginView(user.userId),
    onSuccess: () => navigate({ to: '/' }),
    onError: (error) => toasts.problem(`${texts.failed}. ${error.message}`),
  });
  return (
    <Button
      icon={<ScanEye aria-hidden="true" />}
      busy={startViewMutation.isPending}
      onClick={() => startViewMutation.mutate()}
    >
      {texts.open}
    </Button>
  );
}
