import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { User } from '@basics/contract/users/users.ts';
import { fetchedUser as texts } from '#portal/texts/fetched-user.ts';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { FormFailed, FormSkeleton } from './form-states.tsx';
import { formatUser } from './user-format.tsx';
import { createUserQuery } from './user.queries.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';

const approvedStatuses: readonly string[] = ['approved', 'active', 'suspended'];

/**
 * Loads the user whose id is in the address, and renders the page of this user. Shows a skeleton while the user is loading, an error if
 * loading failed, and for an applicant a link to the request.
 */
export function FetchedUser({ children }: { children: (user: User) => Elements }) {
  const { userId = '' } = useParams({ strict: false });
  const userQuery = useQuery({ ...createUserQuery(Number(userId)), refetchOnWindowFocus: false });
  if (userQuery.data)
    return approvedStatuses.includes(userQuery.data.status) ? (
      children(userQuery.data)
    ) : (
      <PendingRequest user={userQuery.data} />
    );
  if (!userQuery.error) {
    return (
      <>
        <PageHeading title={texts.title} />
        <FormSkeleton />
      </>
    );
  }
  return (
    <FormFailed
      title={texts.title}
      error={userQuery.error}
      failedTexts={texts}
      onRetry={() => void userQuery.refetch()}
      back="/users"
      backLabel={texts.back}
    />
  );
}

/** Links to the request of an applicant, who can only be approved or rejected. */
const PendingRequest = ({ user }: { user: User }) => (
  <>
    <PageHeading title={formatUser(user)} />
    <Notice
      tone="info"
      actions={
        <LinkButton to="/requests" search={{ request: user.userId }}>
          {texts.toRequest}
        </LinkButton>
      }
    >
      <p>{texts.pending}</p>
    </Notice>
  </>
);
