import { ApiProblem } from '#portal/api/api-problem.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { NotFoundCard } from '#portal/ui/feedback/empty-state.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { AnnouncedText, type Elements } from '#portal/ui/layout/layout.tsx';
import styles from './write/user-form.module.css';
import { useQuery } from '@tanstack/react-query';
import { user as texts } from '#portal/texts/user.ts';
import { userOptions, type UserOptions } from './users.queries.ts';
import { useParams } from '@tanstack/react-router';
import type { User } from '@basics/contract/users/users.ts';
import { fetchedUser } from '#portal/texts/fetched-user.ts';
import { formatUser } from './user-format.tsx';
import { createUserQuery } from './user.queries.ts';

/** Shows the outline of the form while its data is loading. */
export const FormSkeleton = () => (
  <div className={styles.form}>
    <AnnouncedText>{ui.loading}</AnnouncedText>
    <Skeleton height="16rem" />
    <Skeleton height="9rem" />
    <Skeleton height="12rem" />
  </div>
);

type FormFailedProps = {
  title: string;
  error: Error;
  failedTexts: { failed: string; notFound: string; notFoundText: string };
  onRetry: () => void;
  back: string;
  backLabel: string;
};

/** Shows why the data of a form cannot be loaded: it does not exist, its id is invalid, or the server does not respond. */
export function FormFailed({ title, error, failedTexts, onRetry, back, backLabel }: FormFailedProps) {
  if (error instanceof ApiProblem && error.status === 404) {
    return (
      <NotFoundCard
        title={failedTexts.notFound}
        text={failedTexts.notFoundText}
        actions={<LinkButton to={back}>{backLabel}</LinkButton>}
      />
    );
  }
  return (
    <>
      <PageHeading title={title} />
      <RetryNotice failedTitle={failedTexts.failed} error={error} onRetry={onRetry} />
    </>
  );
}

export const RetryNotice = ({
  failedTitle,
  error,
  onRetry,
}: {
  failedTitle: string;
  error: Error;
  onRetry: () => void;
}) => (
  <Notice tone="danger" role="alert" title={failedTitle} actions={<Button onClick={onRetry}>{ui.retry}</Button>}>
    <p>{error.message}</p>
  </Notice>
);

/** Loads the options of the form and renders the children with them. While the options are loading, shows a skeleton. */
export function WithOptions({ children }: { children: (options: UserOptions) => Elements }) {
  const options = useQuery(userOptions);
  if (options.data) return children(options.data);
  if (!options.error) return <FormSkeleton />;
  return (
    <RetryNotice failedTitle={texts.form.optionsFailed} error={options.error} onRetry={() => void options.refetch()} />
  );
}

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
        <PageHeading title={fetchedUser.title} />
        <FormSkeleton />
      </>
    );
  }
  return (
    <FormFailed
      title={fetchedUser.title}
      error={userQuery.error}
      failedTexts={fetchedUser}
      onRetry={() => void userQuery.refetch()}
      back="/users"
      backLabel={fetchedUser.back}
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
          {fetchedUser.toRequest}
        </LinkButton>
      }
    >
      <p>{fetchedUser.pending}</p>
    </Notice>
  </>
);
