import { ApiProblem } from '#portal/api/api-problem.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { NotFoundCard } from '#portal/ui/feedback/empty-state.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { AnnouncedText } from '#portal/ui/layout/layout.tsx';
import styles from './write/user-form.module.css';

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
