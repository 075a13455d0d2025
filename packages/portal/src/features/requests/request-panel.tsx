import { useQuery } from '@tanstack/react-query';
import { CircleX, Trash2, UserCheck } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import type { RequestEvidence } from '@basics/contract/requests/request-evidence.ts';
import type { Request } from '@basics/contract/requests/requests.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { requests as texts } from '#portal/texts/requests.ts';
import { formatProfile } from '#portal/messages/names.ts';
import { formatMoment } from '#portal/messages/times.ts';
import { AccountHistory } from '#portal/session/editing/account-history.tsx';
import { DeletedAddressNotice } from '#portal/session/people/deleted-address.tsx';
import { PresenceLine } from '#portal/session/people/presence-line.tsx';
import { Allowed } from '#portal/session/session-context.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { MoreMenu } from '#portal/ui/overlays/more-menu.tsx';
import { FetchedPanel } from '#portal/ui/overlays/fetched-panel.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { ApproveRequest } from './approve-request.tsx';
import { RejectRequest } from './reject-request.tsx';
import { ConfirmDuplicate, ReopenRequest, canReopen } from './reopen-request.tsx';
import { Evidence } from './request-evidence.tsx';
import { RequestFacts } from './request-facts.tsx';
import { formatApplicant } from './request-format.tsx';
import { useApproval, type ApprovalForm } from './use-approval.ts';
import { createEvidenceQuery, createRequestQuery } from './requests.queries.ts';
import type { Approval as ApprovalBody, RequestOptions } from './requests.queries.ts';
import styles from './requests-page.module.css';

type Decision = { request: Request; approval: ApprovalBody };

type RequestPanelProps = {
  userId: number;
  options: RequestOptions | undefined;
  /** The search parameters that open the next request of the list. A link passes them to the page with the full form. */
  listSearch: Record<string, unknown>;
  /** What surrounds the request: by default a modal panel. */
  frame?: ComponentProps<typeof FetchedPanel>['frame'];
  onClose: () => void;
  /** Called after a decision, to open the next request. */
  onDecided: () => void;
  /** Deletes the request; the user can undo the deletion for a short time. */
  onRemove: (request: Request) => void;
  /** Approves the request at once. The user can undo the approval for a short time. */
  onApprove: (request: Request, approval: ApprovalBody) => void;
};

/** Shows one request beside the list with the buttons to decide. After the decision, the next request opens. */
export function RequestPanel({ userId, options, listSearch, frame, onClose, ...decisions }: RequestPanelProps) {
  const { onDecided, onRemove, onApprove } = decisions;
  const requestQuery = useQuery({ ...createRequestQuery(userId), staleTime: 0 });
  const evidenceQuery = useQuery(createEvidenceQuery(userId));
  const form = useApproval(evidenceQuery.data?.proposal);
  const [isRejecting, setRejecting] = useState(false);
  const removeAndOpenNext = (request: Request): void => {
    onRemove(request);
    onDecided();
  };

  const { approve, question } = useApproveOnce({ form, evidence: evidenceQuery.data, onApprove, openNext: onDecided });

  const renderRejection = (request: Request) => (
    <RejectRequest
      request={request}
      recentReasons={options?.recentReasons ?? []}
      onCancel={() => setRejecting(false)}
      onRejected={onDecided}
      onReload={() => {
        setRejecting(false);
        void requestQuery.refetch();
      }}
    />
  );
  const approvalProps = { form, evidence: evidenceQuery.data, isWaiting: evidenceQuery.isPending, options, listSearch };

  return (
    <FetchedPanel
      query={requestQuery}
      isMissing={isProblem(requestQuery.error, 'USER_NOT_FOUND')}
      panelTexts={texts.panel}
      readTitle={(request) => texts.panel.title(formatApplicant(request))}
      frame={frame}
      onClose={onClose}
      footer={
        requestQuery.data && !isRejecting ? (
          <RequestActions
            request={requestQuery.data}
            {...{ isWaiting: evidenceQuery.isPending, profile: form.profile }}
            onReject={() => setRejecting(true)}
            onRemove={removeAndOpenNext}
            onApprove={approve}
            onReopened={() => void requestQuery.refetch()}
          />
        ) : undefined
      }
    >
      {(request) => (
        <>
          <RequestNotices request={request} />
          {request.status === 'pending' && <DeletedAddressNotice logins={[request.login]} />}
          <RequestDetails request={request} options={options} />
          <Evidence request={request} evidence={evidenceQuery.data} hasFailed={evidenceQuery.isError} />
          {request.status === 'pending' &&
            (isRejecting ? renderRejection(request) : <ApprovalSection request={request} {...approvalProps} />)}
          {question}
        </>
      )}
    </FetchedPanel>
  );
}

type ApproveOptions = {
  form: ApprovalForm;
  evidence: RequestEvidence | undefined;
  onApprove: (request: Request, approval: ApprovalBody) => void;
  openNext: () => void;
};

/** Returns a function that approves a request, and the question that it asks first if the applicant may have an account already. */
function useApproveOnce({ form, evidence, onApprove, openNext }: ApproveOptions) {
  const [duplicate, setDuplicate] = useState<Decision | null>(null);
  const send = ({ request, approval }: Decision): void => {
    setDuplicate(null);
    onApprove(request, approval);
    openNext();
  };
  return {
    approve(this: void, request: Request): void {
      const approval = form.createApproval(request);
      if (approval === null) return;
      if ((evidence?.sameName.total ?? 0) > 0) setDuplicate({ request, approval });
      else send({ request, approval });
    },
    question: duplicate && evidence && (
      <ConfirmDuplicate
        request={duplicate.request}
        people={evidence.sameName.items}
        onConfirm={() => send(duplicate)}
        onCancel={() => setDuplicate(null)}
      />
    ),
  };
}

const RequestDetails = (props: ComponentProps<typeof RequestFacts>) => (
  <>
    <RequestFacts {...props} />
    <AccountHistory account={props.request} />
  </>
);

type ApprovalSectionProps = ComponentProps<typeof ApproveRequest> & {
  /** Whether the proposed profile is still loading. */
  isWaiting: boolean;
};

const ApprovalSection = ({ isWaiting, ...props }: ApprovalSectionProps) =>
  !isWaiting && (
    <Allowed any={['requests.edit']}>
      <ApproveRequest {...props} />
    </Allowed>
  );

type RequestActionsProps = {
  request: Request;
  isWaiting: boolean;
  /** The id of the chosen profile, which the buttons repeat because its field may be out of view; empty if none is chosen. */
  profile: string;
  onReject: () => void;
  onRemove: (request: Request) => void;
  onApprove: (request: Request) => void;
  onReopened: () => void;
};

function RequestActions({ request, isWaiting, profile, ...props }: RequestActionsProps) {
  const { onReject, onRemove, onApprove, onReopened } = props;
  const isOpen = request.status === 'pending';
  return (
    <>
      {(isOpen || request.status === 'rejected') && (
        <Allowed any={['requests.delete']}>
          <span className={styles.apart}>
            <MoreMenu label={texts.panel.more}>
              <Button icon={<Trash2 aria-hidden="true" />} onClick={() => onRemove(request)}>
                {texts.panel.remove}
              </Button>
            </MoreMenu>
          </span>
        </Allowed>
      )}
      {canReopen(request) && (
        <Allowed any={['requests.edit']}>
          <ReopenRequest request={request} onReopened={onReopened} />
        </Allowed>
      )}
      {isOpen && (
        <Allowed any={['requests.edit']}>
          <span className={styles.actions}>
            {profile !== '' && (
              <span className={styles.second}>{texts.approve.as(formatProfile(Number(profile)))}</span>
            )}
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
          </span>
        </Allowed>
      )}
    </>
  );
}

/** Shows who else has the request open, and who decided it. */
const RequestNotices = ({ request: { userId, decided } }: { request: Request }) => (
  <>
    <PresenceLine kind="user" id={userId} />
    {decided && <DecisionNotice decided={decided} />}
  </>
);

const DecisionNotice = ({ decided }: { decided: NonNullable<Request['decided']> }) => (
  <Notice tone="info" title={texts.panel.decided(decided.by, formatMoment(decided.at))}>
    {decided.reason && <p>{texts.panel.decidedReason(decided.reason)}</p>}
  </Notice>
);
