import { findRole, staffProfiles } from '@basics/contract/permissions.ts';
import type { User } from '@basics/contract/users.ts';
import { JoinAccountsButton } from './join-accounts-button.tsx';
import { OverridesButton } from './overrides-button.tsx';
import { ViewAsButton } from './view-as-button.tsx';
import { ViewersButton } from './viewers-button.tsx';

const staff: readonly (number | null)[] = staffProfiles;

/**
 * The actions on the page of a user that only administrators have. The server refuses a view as another administrator, so it is not offered.
 * Accounts of staff are not joined.
 */
export const AdministratorActions = ({ user }: { user: User }) => (
  <>
    <ViewersButton user={user} />
    <OverridesButton user={user} />
    {user.status === 'active' && findRole(user.profileID) !== 'Administrator' && <ViewAsButton user={user} />}
    {user.status === 'active' && !staff.includes(user.profileID) && <JoinAccountsButton user={user} />}
  </>
);
