import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useMemo, useRef, useState, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { approveForm } from '@basics/contract/users/user-fields.ts';
import type { RequestEvidence } from '@basics/contract/requests/request-evidence.ts';
import type { Request } from '@basics/contract/requests/requests.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { user as texts } from '#portal/texts/user.ts';
import { formatMoment } from '#portal/messages/times.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { DeletedAddressNotice } from '#portal/session/people/deleted-address.tsx';
import { useUndo } from '#portal/session/editing/undo.queries.ts';
import { StaleNotice } from '#portal/session/editing/stale-notice.tsx';
import { scrollIntoView, Card, type Elements } from '#portal/ui/layout/layout.tsx';
import { SideColumn } from '#portal/ui/layout/side-column.tsx';
import { Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { UserForm } from './user-form.tsx';
import { FormFailed, FormSkeleton, WithOptions } from '../loading-states.tsx';
import styles from './user-form.module.css';
import { emptyGrant, toBodyFields, toFormValues, type UserValues } from '../user-fields.tsx';
import { formatUser, UserStatusBadge } from '../user-format.tsx';
import { approveRequest, createRequestQuery } from '../user.queries.ts';
import { invalidateUsers, type UserOptions } from '../users.queries.ts';
import { Fact, Facts } from '#portal/ui/content/facts.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search parameters with which the list of requests opens after the decision. The parameters also open the next request. */
    afterDecision?: Record<string, unknown>;
  }
}

export type RejectionProps = { request: Request; onCancel: () => void; onRejected: () => void; onReload: () => void };

type ApproveRequestPageProps = {
  /** The form that asks for the reason of a rejection, which belongs to another feature. */
  rejection: ComponentType<RejectionProps>;
  /** Reads what is known about the request, with the proposed profile, also of another feature. */
  evidence: Pick<UseQueryResult<RequestEvidence>, 'data' | 'isPending'>;
};

/** The page on which staff complete the values of a request and approve it, or reject it. */
export function ApproveRequestPage({ rejection, evidence }: ApproveRequestPageProps) {
  const { userId = '' } = useParams({ strict: false });
  const { permissions } = useUser();
  const requestQuery = useQuery({ ...createRequestQuery(Number(userId)), refetchOnWindowFocus: false });
  const { data: request, error } = requestQuery;
  if ((!request && !error) || (request?.status === 'pending' && evidence.isPending)) {
    return (
      <>
        <PageHeading title={texts.approving.submit} />
        <FormSkeleton />
      </>
    );
  }
  if (!request) {
    return (
      <FormFailed
        title={texts.approving.submit}
        error={error}
        failedTexts={{ ...texts.approving, failed: texts.approving.unread }}
        onRetry={() => void requestQuery.refetch()}
        back="/requests"
        backLabel={texts.approving.back}
      />
    );
  }
  const mayDecide = permissions.includes('requests.edit');
  const isOpen = request.status === 'pending';
  return (
    <>
      <PageHeading
        title={texts.approving.title(formatUser(request))}
        introText={isOpen ? texts.approving.lead : undefined}
      />
      <div className={styles.sides}>
        <SideColumn side={<RequestFacts request={request} />}>
          <div className={styles.page}>
            {!isOpen && <DecisionNotice request={request} />}
            {isOpen && !mayDecide && <Notice tone="warn" title={texts.approving.notPermitted} />}
            {isOpen && mayDecide && <DeletedAddressNotice logins={[request.login]} />}
            {isOpen && mayDecide && (
              <WithOptions>
                {(options) => (
                  <Decision
                    key={request.userId}
                    request={request}
                    proposal={evidence.data?.proposal}
                    options={options}
                    rejection={rejection}
                  />
                )}
              </WithOptions>
            )}
          </div>
        </SideColumn>
      </div>
    </>
  );
}

type Proposal = RequestEvidence['proposal'];
type DecisionProps = Pick<ApproveRequestPageProps, 'rejection'> & {
  request: Request;
  /** The profile of most similar decisions; undefined if it could not be loaded. */
  proposal: Proposal | undefined;
  options: UserOptions;
};

/** The form to approve the request. During a rejection it is hidden, so that it keeps the typed values. */
function Decision({ request, proposal, options, rejection: Rejection }: DecisionProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const rejectButton = useRef<HTMLButtonElement>(null);
  const [isRejecting, setRejecting] = useState(false);
  const listSearch = useLocation({ select: ({ state }) => state.afterDecision });
  const openList = () => navigate({ to: '/requests', search: listSearch ?? {}, ignoreBlocker: true });
  return (
    <>
      {isRejecting && (
        <Rejection
          request={request}
          onCancel={() => {
            flushSync(() => setRejecting(false));
            rejectButton.current?.focus();
          }}
          onRejected={() => void openList()}
          onReload={() => void client.fetchQuery({ ...createRequestQuery(request.userId), staleTime: 0 })}
        />
      )}
      <div hidden={isRejecting}>
        <ApproveForm
          request={request}
          proposal={proposal}
          options={options}
          openList={openList}
          rejectButton={
            <Button ref={rejectButton} onClick={() => setRejecting(true)}>
              {texts.approving.reject}
            </Button>
          }
        />
      </div>
    </>
  );
}

type ApproveFormProps = {
  request: Request;
  proposal: Proposal | undefined;
  options: UserOptions;
  openList: () => Promise<void>;
  rejectButton: Elements;
};

function ApproveForm({ request, proposal, options, openList, rejectButton }: ApproveFormProps) {
  const client = useQueryClient();
  const { announce } = useUndo();
  const proposedProfile = options.profiles.find(({ id }) => id === proposal?.profileID)?.id;
  const initialValues = useMemo(
    () => ({ ...createValues(request, options), profileID: String(proposedProfile ?? '') }),
    [request, options, proposedProfile],
  );
  const reload = async (): Promise<void> => {
    await client.fetchQuery(createRequestQuery(request.userId));
  };
  return (
    <UserForm
      isNew
      initialValues={initialValues}
      options={options}
      login={request.login}
      renderProfileNotice={(profileID) =>
        proposal && profileID === String(proposedProfile) ? (
          <p className={styles.hint}>{texts.approving.proposed(proposal.of, proposal.from)}</p>
        ) : null
      }
      parseValues={(values) => approveForm.safeParse({ ...toBodyFields(values), version: request.version })}
      sendBody={async (body) => {
        const user = await approveRequest(request.userId, body);
        announce(texts.approving.done(formatUser(user)), user);
        void invalidateUsers(client);
      }}
      leavePage={openList}
      submitLabel={texts.approving.submit}
      submitIcon={<Check aria-hidden="true" />}
      otherAction={rejectButton}
      failedTitle={texts.approving.failed}
      cancelPath="/requests"
      renderProblem={(problem) => {
        if (isProblem(problem, 'STALE')) return <StaleNotice {...texts.stale} onReload={reload} />;
        if (!isProblem(problem, 'ALREADY_DECIDED')) return null;
        return (
          <Notice tone="warn" role="alert" ref={scrollIntoView} title={texts.approving.decided} actions={<BackLink />}>
            <p>{problem.message}</p>
          </Notice>
        );
      }}
    />
  );
}

/** Returns the values of the form from the request. If the request has no tool and only one tool exists, that tool is selected. */
function createValues(request: Request, { tools }: UserOptions): UserValues {
  const values = toFormValues(request);
  const onlyTool = tools.length === 1 ? (tools[0]?.id ?? '') : '';
  return values.tools.length > 0
    ? values
    : { ...values, tools: [{ ...emptyGrant, tool: onlyTool, brand: values.brand }] };
}

const BackLink = () => <LinkButton to="/requests">{texts.approving.back}</LinkButton>;

const DecisionNotice = ({ request: { decided } }: { request: Request }) => (
  <Notice tone="info" title={texts.approving.decided} actions={<BackLink />}>
    {decided && <p>{texts.approving.decidedBy(decided.by, formatMoment(decided.at))}</p>}
    {decided?.reason && <p>{texts.approving.decidedReason(decided.reason)}</p>}
  </Notice>
);

/** Shows the values that the applicant entered. */
const RequestFacts = ({ request }: { request: Request }) => (
  <Card title={texts.approving.asked} actions={<UserStatusBadge status={request.status} />}>
    <Facts>
      {request.requestDate !== null && <Fact name={texts.approving.date}>{formatMoment(request.requestDate)}</Fact>}
      <Fact name={texts.approving.reason}>{request.reason || texts.approving.none}</Fact>
      <Fact name={texts.approving.comment}>{request.comment || texts.approving.noComment}</Fact>
    </Facts>
  </Card>
);
