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

/** The users in scope. */
export function UsersPage() {
  const user = useUser();
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} actions={<CreateUser />} />
      <Stack>
        {findRole(user.profileID) === 'Salesman' && <Unassigned salesmanId={user.userId} />}
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

/** A salesman without any country sees a message instead of an incomplete list. */
function Unassigned({ salesmanId }: { salesmanId: number }) {
  const assignments = useQuery(createAssignmentsQuery(salesmanId));
  if (assignments.data !== 0) return null;
  return (
    <Notice tone="warn" title={texts.unassigned.title}>
      <p>{texts.unassigned.text}</p>
    </Notice>
  );
}
