import { findRole } from '@basics/contract/permissions.ts';
import type { User } from '@basics/contract/users.ts';
import { ViewAsButton } from './view-as-button.tsx';
import { ViewersButton } from './viewers-button.tsx';

/** What only administrators do on the page of a user. The server refuses a view as another administrator, so it is not offered. */
export const AdministratorActions = ({ user }: { user: User }) => (
  <>
    <ViewersButton user={user} />
    {user.status === 'active' && findRole(user.profileID) !== 'Administrator' && <ViewAsButton user={user} />}
  </>
);
