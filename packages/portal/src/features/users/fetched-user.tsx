import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { User } from '@basics/contract/users.ts';
import { fetchedUser as texts } from '#portal/texts/fetched-user.ts';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { FormFailed, FormSkeleton } from './form-states.tsx';
import { formatUser } from './user-words.tsx';
import { createUserQuery } from './user.queries.ts';

const decided: readonly string[] = ['approved', 'active', 'suspended'];

/** The user of the page's address: loading, not found, failed with a retry, a link to the request of an applicant, or the page. */
export function FetchedUser({ children }: { children: (user: User) => ReactNode }) {
  const { userId = '' } = useParams({ strict: false });
  const found = useQuery({ ...createUserQuery(Number(userId)), refetchOnWindowFocus: false });
  if (found.data) return decided.includes(found.data.status) ? children(found.data) : <Undecided user={found.data} />;
  if (!found.error) {
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
      error={found.error}
      words={texts}
      onRetry={() => void found.refetch()}
      back="/users"
      backWords={texts.back}
    />
  );
}

/** An applicant can only be approved or rejected. */
const Undecided = ({ user }: { user: User }) => (
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
