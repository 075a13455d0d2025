import { Trash2, UserPlus } from 'lucide-react';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { deletedUsers } from '#portal/texts/deleted-users.ts';
import { users as texts } from '#portal/texts/users.ts';
import { Allowed } from '#portal/session/allowed.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { Stack } from '#portal/ui/layout/layout.tsx';
import { DialogButton } from '#portal/ui/overlays/dialog.tsx';
import { UsersTable } from './users-table.tsx';

// The notice is loaded separately, because few salesmen have no country.
const UnassignedNotice = createLazyPart(async () => (await import('./unassigned-notice.tsx')).UnassignedNotice);

const DeletedUsers = createLazyPart(async () => (await import('../deletion/deleted-users.tsx')).DeletedUsers);

/** The page with the list of all users whom the signed-in user may see. */
export function UsersPage() {
  const user = useUser();
  return (
    <>
      <PageHeading title={texts.title} introText={texts.lead} actions={<UsersActions />} />
      <Stack>
        {findRole(user.profileID) === 'Salesman' && (
          <OptionalPart>
            <UnassignedNotice salesmanId={user.userId} />
          </OptionalPart>
        )}
        <UsersTable />
      </Stack>
    </>
  );
}

const UsersActions = () => (
  <>
    <Allowed any={['users.delete', 'requests.delete']}>
      <DialogButton icon={<Trash2 aria-hidden="true" />} label={deletedUsers.open}>
        {(closeDialog) => (
          <OptionalPart>
            <DeletedUsers onClose={closeDialog} />
          </OptionalPart>
        )}
      </DialogButton>
    </Allowed>
    <Allowed any={['users.create']}>
      <LinkButton to="/users/create" variant="primary" icon={<UserPlus aria-hidden="true" />}>
        {texts.create}
      </LinkButton>
    </Allowed>
  </>
);
