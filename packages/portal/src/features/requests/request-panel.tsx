import { useQuery } from '@tanstack/react-query';
import { CircleX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Request } from '@basics/contract/requests.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { requests as texts } from '#portal/texts/requests.ts';
import { formatMoment } from '#portal/messages/times.ts';
import { AccountHistory } from '#portal/session/editing/account-history.tsx';
import { Allowed } from '#portal/session/allowed.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { FetchedPanel } from '#portal/ui/overlays/fetched-panel.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import type { List } from '#portal/ui/lists/use-list.ts';
import { ApproveLink } from './approve-link.tsx';
import { RejectRequest } from './reject-request.tsx';
import { RequestFacts } from './request-facts.tsx';
import { formatApplicant } from './request-words.tsx';
import { createRequestQuery } from './requests.queries.ts';
import type { RequestOptions, requestsList } from './requests.queries.ts';
import styles from './requests-page.module.css';

type Address = List<typeof requestsList>['address'];

type RequestPanelProps = {
  userId: number;
  options: RequestOptions | undefined;
  /** Returns the address with the next request open, or with none when this was the last. */
  next: Address;
  onMove: (to: Partial<Address>) => void;
  /** Deletes it; the user can undo that for a while. */
  onRemove: (request: Request) => void;
};

/** Shows one request next to the list, with the buttons to decide; afterwards the next request opens. */
export function RequestPanel({ userId, options, next, onMove, onRemove }: RequestPanelProps) {
  const found = useQuery({ ...createRequestQuery(userId), staleTime: 0 });
  const [isRejecting, setRejecting] = useState(false);
  const close = (): void => onMove({ request: undefined });
  const openNext = (): void => onMove({ request: next.request });
  const removeIt = (request: Request): void => {
    onRemove(request);
    openNext();
  };

  return (
    <FetchedPanel
      found={found}
      isGone={isProblem(found.error, 'USER_NOT_FOUND')}
      words={texts.panel}
      titleOf={formatApplicant}
      onClose={close}
      footer={
        found.data && !isRejecting ? (
          <RequestActions request={found.data} next={next} onReject={() => setRejecting(true)} onRemove={removeIt} />
        ) : undefined
      }
    >
      {(request) => (
        <>
          {request.decided && <Decided decided={request.decided} />}
          {isRejecting && request.status === 'pending' && (
            <RejectRequest
              request={request}
              recent={options?.recentReasons ?? []}
              onCancel={() => setRejecting(false)}
              onRejected={openNext}
              onReload={() => {
                setRejecting(false);
                void found.refetch();
              }}
            />
          )}
          <RequestFacts request={request} options={options} />
          <AccountHistory account={request} />
        </>
      )}
    </FetchedPanel>
  );
}

type RequestActionsProps = {
  request: Request;
  next: Address;
  onReject: () => void;
  onRemove: (request: Request) => void;
};

function RequestActions({ request, next, onReject, onRemove }: RequestActionsProps) {
  const isOpen = request.status === 'pending';
  return (
    <>
      {(isOpen || request.status === 'rejected') && (
        <Allowed any={['requests.delete']}>
          <span className={styles.apart}>
            <Button icon={<Trash2 aria-hidden="true" />} onClick={() => onRemove(request)}>
              {texts.panel.remove}
            </Button>
          </span>
        </Allowed>
      )}
      {isOpen && (
        <Allowed any={['requests.edit']}>
          <Button icon={<CircleX aria-hidden="true" />} data-key="reject" onClick={onReject}>
            {texts.panel.reject}
          </Button>
          <ApproveLink userId={request.userId} after={next} />
        </Allowed>
      )}
    </>
  );
}

const Decided = ({ decided }: { decided: NonNullable<Request['decided']> }) => (
  <Notice tone="info" title={texts.panel.decided(decided.by, formatMoment(decided.at))}>
    {decided.reason && <p>{texts.panel.decidedReason(decided.reason)}</p>}
  </Notice>
);
