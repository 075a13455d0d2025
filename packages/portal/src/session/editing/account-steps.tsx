import { useQuery } from '@tanstack/react-query';
import { readRequestId } from '#portal/api/api-problem.ts';
import { describeStep, userHistory as texts } from '#portal/texts/user-history.ts';
import { formatMoment } from '#portal/messages/times.ts';
import { LoadFailed } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Timeline } from '#portal/ui/content/facts.tsx';
import { createStepsQuery } from './account.queries.ts';

/** The history of an account: who changed its status, when and why. */
export function AccountSteps({ userId, version }: { userId: number; version: number }) {
  const { data, error, refetch } = useQuery(createStepsQuery(userId, version));
  if (error) return <LoadFailed title={texts.failed} requestId={readRequestId(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height="6rem" />;
  if (data.items.length === 0) return <p>{texts.none}</p>;
  const steps = data.items.map((step, index) => ({
    id: `${index} ${step.at}`,
    title: describeStep(step),
    detail: texts.by(step.by, formatMoment(step.at)),
    quote: step.reason,
  }));
  return <Timeline label={texts.title} steps={steps} />;
}
