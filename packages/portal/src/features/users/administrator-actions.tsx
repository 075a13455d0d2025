import { findRole, staffProfiles } from '@basics/contract/permissions.ts';
import type { User } from '@basics/contract/users.ts';
import { JoinAccountsButton } from './join-accounts-button.tsx';
import { OverridesButton } from './overrides-button.tsx';
import { ViewAsButton } from './view-as-button.tsx';
import { ViewersButton } from './viewers-button.tsx';

const staffProfileIds: readonly (number | null)[] = staffProfiles;

/**
 * The buttons on the page of a user that only administrators see. There is no button to view the portal as another administrator, because
 * the server refuses that. Accounts of staff cannot be joined with other accounts.
 */
export const AdministratorActions = ({ user }: { user: User }) => (
  <>
    <ViewersButton user={user} />
    <OverridesButton user={user} />
    {user.status === 'active' && findRole(user.profileID) !== 'Administrator' && <ViewAsButton user={user} />}
    {user.status === 'active' && !staffProfileIds.includes(user.profileID) && <JoinAccountsButton user={user} />}
  </>
);
