import { useQuery } from '@tanstack/react-query';
import { CircleX } from 'lucide-react';
import { useState } from 'react';
import type { Request } from '@basics/contract/requests.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { requests as texts } from '#portal/messages/en/requests.ts';
import { ui } from '#portal/messages/en/ui.ts';
import { momentWords } from '#portal/messages/times.ts';
import { Allowed } from '#portal/session/allowed.tsx';
import { Button } from '#portal/ui/button.tsx';
import { Notice } from '#portal/ui/notice.tsx';
import { SidePanel } from '#portal/ui/side-panel.tsx';
import { Skeleton } from '#portal/ui/skeleton.tsx';
import { Announced } from '#portal/ui/visually-hidden.tsx';
import { ApproveLink } from './approve-link.tsx';
import { DeleteRequests } from './delete-requests.tsx';
import { RejectRequest } from './reject-request.tsx';
import { RequestFacts } from './request-facts.tsx';
import { nameOf } from './request-words.tsx';
import type { RequestsAddress } from './requests-address.ts';
import { requestWithId } from './requests.queries.ts';
import type { RequestOptions } from './requests.queries.ts';
import styles from './requests-page.module.css';

type RequestPanelProps = {
  userId: number;
  options: RequestOptions | undefined;
  /** The address with the next request open, or with none when this was the last. */
  next: RequestsAddress;
  onMove: (to: Partial<RequestsAddress>) => void;
};

/** One request, whole, beside the list, and what is decided about it; then the next one opens. */
export function RequestPanel({ userId, options, next, onMove }: RequestPanelProps) {
  const found = useQuery({ ...requestWithId(userId), staleTime: 0 });
  const [isRejecting, setRejecting] = useState(false);
  const { data: request, error } = found;
  const close = (): void => onMove({ request: undefined });
  const goOn = (): void => onMove({ request: next.request });

  return (
    <SidePanel
      title={request ? nameOf(request) : panelTitle(error)}
      onClose={close}
      {...(request &&
        !isRejecting && {
          footer: <Deeds request={request} next={next} onReject={() => setRejecting(true)} onGone={goOn} />,
        })}
    >
      {!request && !error && <Loading />}
      {!request && error && <Failed error={error} onRetry={() => void found.refetch()} />}
      {request && (
        <>
          {request.decided && <Decided decided={request.decided} />}
          {isRejecting && request.status === 'pending' && (
            <RejectRequest
              request={request}
              recent={options?.recentReasons ?? []}
              onCancel={() => setRejecting(false)}
              onRejected={goOn}
              onReload={() => {
                setRejecting(false);
                void found.refetch();
              }}
            />
          )}
          <RequestFacts request={request} options={options} />
        </>
      )}
    </SidePanel>
  );
}

type DeedsProps = { request: Request; next: RequestsAddress; onReject: () => void; onGone: () => void };

function Deeds({ request, next, onReject, onGone }: DeedsProps) {
  const isOpen = request.status === 'pending';
  return (
    <>
      {(isOpen || request.status === 'rejected') && (
        <Allowed any={['requests.delete']}>
          <span className={styles.apart}>
            <DeleteRequests
              chosen={[request]}
              label={texts.panel.remove}
              onDone={(left) => left.length === 0 && onGone()}
            />
          </span>
        </Allowed>
      )}
      {isOpen && (
        <Allowed any={['requests.edit']}>
          <Button icon={<CircleX aria-hidden="true" />} onClick={onReject}>
            {texts.panel.reject}
          </Button>
          <ApproveLink userId={request.userId} after={next} />
        </Allowed>
      )}
    </>
  );
}

const panelTitle = (error: Error | null): string =>
  isProblem(error, 'USER_NOT_FOUND') ? texts.panel.notFound : error ? texts.panel.failed : texts.panel.loading;

const Loading = () => (
  <>
    <Announced>{ui.loading}</Announced>
    <Skeleton height="10rem" />
    <Skeleton height="6rem" />
  </>
);

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) =>
  isProblem(error, 'USER_NOT_FOUND') ? (
    <p>{texts.panel.notFoundText}</p>
  ) : (
    <Notice
      tone="danger"
      role="alert"
      title={texts.panel.failed}
      actions={<Button onClick={onRetry}>{ui.retry}</Button>}
    >
      <p>{error.message}</p>
    </Notice>
  );

const Decided = ({ decided }: { decided: NonNullable<Request['decided']> }) => (
  <Notice tone="info" title={texts.panel.decided(decided.by, momentWords(decided.at))}>
    {decided.reason && <p>{texts.panel.decidedReason(decided.reason)}</p>}
  </Notice>
);
