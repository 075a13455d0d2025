import { useQuery } from '@tanstack/react-query';
import { CircleX, Trash2, UserCheck } from 'lucide-react';
import { useState } from 'react';
import type { ComponentProps } from 'react';
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
import { ApproveRequest } from './approve-request.tsx';
import { RejectRequest } from './reject-request.tsx';
import { Evidence } from './request-evidence.tsx';
import { RequestFacts } from './request-facts.tsx';
import { formatApplicant } from './request-words.tsx';
import { useApproval } from './use-approval.ts';
import { createEvidenceQuery, createRequestQuery } from './requests.queries.ts';
import type { Approval as ApprovalBody, RequestOptions, requestsList } from './requests.queries.ts';
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
  /** Approves it; the user can undo that for a while. */
  onApprove: (request: Request, approval: ApprovalBody) => void;
};

/** Shows one request next to the list, with the buttons to decide; afterwards the next request opens. */
export function RequestPanel({ userId, options, next, onMove, onRemove, onApprove }: RequestPanelProps) {
  const found = useQuery({ ...createRequestQuery(userId), staleTime: 0 });
  const known = useQuery(createEvidenceQuery(userId));
  const form = useApproval(known.data?.proposal);
  const [isRejecting, setRejecting] = useState(false);
  const openNext = (): void => onMove({ request: next.request });
  const removeIt = (request: Request): void => {
    onRemove(request);
    openNext();
  };

  const approveIt = (request: Request): void => {
    const approval = form.submit(request);
    if (approval === null) return;
    onApprove(request, approval);
    openNext();
  };

  const renderRejection = (request: Request) => (
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
  );
  const approving = { form, evidence: known.data, options, after: next };

  return (
    <FetchedPanel
      query={found}
      isMissing={isProblem(found.error, 'USER_NOT_FOUND')}
      words={texts.panel}
      readTitle={formatApplicant}
      onClose={() => onMove({ request: undefined })}
      footer={
        found.data && !isRejecting ? (
          <RequestActions
            request={found.data}
            isWaiting={known.isPending}
            onReject={() => setRejecting(true)}
            onRemove={removeIt}
            onApprove={approveIt}
          />
        ) : undefined
      }
    >
      {(request) => (
        <>
          {request.decided && <Decided decided={request.decided} />}
          {request.status === 'pending' &&
            (isRejecting ? renderRejection(request) : <Approval request={request} {...approving} />)}
          <Evidence request={request} evidence={known.data} hasFailed={known.isError} />
          <Facts request={request} options={options} />
        </>
      )}
    </FetchedPanel>
  );
}

const Facts = (props: ComponentProps<typeof RequestFacts>) => (
  <>
    <RequestFacts {...props} />
    <AccountHistory account={props.request} />
  </>
);

const Approval = (props: ComponentProps<typeof ApproveRequest>) => (
  <Allowed any={['requests.edit']}>
    <ApproveRequest {...props} />
  </Allowed>
);

type RequestActionsProps = {
  request: Request;
  /** The proposal is loading. */
  isWaiting: boolean;
  onReject: () => void;
  onRemove: (request: Request) => void;
  onApprove: (request: Request) => void;
};

function RequestActions({ request, isWaiting, onReject, onRemove, onApprove }: RequestActionsProps) {
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
          <Button
            variant="primary"
            busy={isWaiting}
            icon={<UserCheck aria-hidden="true" />}
            onClick={() => onApprove(request)}
            data-autofocus
            data-key="approve"
          >
            {texts.approve.action}
          </Button>
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
