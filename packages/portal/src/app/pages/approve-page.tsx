import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { createEvidenceQuery, requestOptions } from '#portal/features/requests/requests.queries.ts';
import { ApproveRequestPage, type RejectionProps } from '#portal/features/users/write/approve-request-page.tsx';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';

// The form of a rejection is loaded when the user wants to reject.
const RejectRequest = createLazyPart(
  async () => (await import('#portal/features/requests/reject-request.tsx')).RejectRequest,
);

/** The page to approve a request, with the form to reject it, which is a separate feature. */
export function ComposedApprovePage() {
  const { userId = '' } = useParams({ strict: false });
  const evidence = useQuery({ ...createEvidenceQuery(Number(userId)), refetchOnWindowFocus: false });
  return <ApproveRequestPage rejection={Rejection} evidence={evidence} />;
}

function Rejection(props: RejectionProps) {
  const { data: options } = useQuery(requestOptions);
  return (
    <Suspense fallback={<Skeleton height="14rem" />}>
      <RejectRequest {...props} recentReasons={options?.recentReasons ?? []} />
    </Suspense>
  );
}
