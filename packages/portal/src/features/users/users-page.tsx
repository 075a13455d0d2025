import { UserPlus } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { findRole } from '@basics/contract/permissions.ts';
import { users as texts } from '#portal/texts/users.ts';
import { Allowed } from '#portal/session/allowed.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { createAssignmentsQuery } from './users.queries.ts';
import { UsersTable } from './users-table.tsx';

/** The page with the list of users in scope. */
export function UsersPage() {
  const user = useUser();
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} actions={<CreateUser />} />
      <Stack>
        {findRole(user.profileID) === 'Salesman' && <UnassignedNotice salesmanId={user.userId} />}
        <UsersTable />
      </Stack>
    </>
  );
}

const CreateUser = () => (
  <Allowed any={['users.create']}>
    <LinkButton to="/users/create" variant="primary" icon={<UserPlus aria-hidden="true" />}>
      {texts.create}
    </LinkButton>
  </Allowed>
);

/** Warns a salesman that no country is assigned to them. */
function UnassignedNotice({ salesmanId }: { salesmanId: number }) {
  const assignmentsQuery = useQuery(createAssignmentsQuery(salesmanId));
  if (assignmentsQuery.data !== 0) return null;
  return (
    <Notice tone="warn" title={texts.unassigned.title}>
      <p>{texts.unassigned.text}</p>
    </Notice>
  );
}
