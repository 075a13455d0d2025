import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSetup } from '#portal/brand/brand.tsx';
import { formatDay } from '#portal/messages/times.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Notice, QueryFailed } from '#portal/ui/feedback/notice.tsx';
import { OnBehalfNotice, useLicenseOwner } from './issue-steps.tsx';
import { createEntitlementsQuery } from './licenses.queries.ts';
import styles from './verify-license.module.css';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { licenseRefusals, type Entitlement, type LicensePreview } from '@basics/contract/licenses/licenses.ts';
import type { ToolGrant } from '@basics/contract/tools/tools.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { ApiProblem, type PortalProblemCode } from '#portal/api/api-problem.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { formatMachineOfCode } from './license-format.tsx';

type NextStep = 'freeSeat' | 'support';

/** The next step for each problem whose message does not say what to do. */
const nextSteps: Partial<Record<PortalProblemCode, NextStep>> = {
  CODE_NEWER: 'support',
  PC_NOT_IDENTIFIED: 'support',
  SEAT_LIMIT: 'freeSeat',
  ACCOUNT_SUSPENDED: 'support',
  CANNOT_ISSUE: 'support',
  ACCOUNT_PROBLEM: 'support',
};

type RefusalNoticeProps = {
  title: string;
  problem: { code: PortalProblemCode; message: string };
  /** The name of the PC, for the subject of an e-mail to support. */
  machine: string;
};

/** Shows why no licence is issued, with a link to support if only support can solve the problem. */
export function RefusalNotice({ title, problem, machine }: RefusalNoticeProps) {
  const lacksGrant = problem.code === 'NO_TOOL_GRANT';
  return (
    <Notice
      tone="warn"
      role="alert"
      title={lacksGrant ? problem.message : title}
      actions={<NextSteps nextStep={nextSteps[problem.code]} machine={machine} />}
    >
      {lacksGrant ? <MissingGrant /> : <p>{problem.message}</p>}
    </Notice>
  );
}

/** Shows a link to the PCs if the customer can free a seat, or a link to support if only support can help. */
function NextSteps({ nextStep, machine }: { nextStep: NextStep | undefined; machine: string }) {
  const { brand } = useSetup();
  const { isOtherUser } = useLicenseOwner();
  if (nextStep === 'freeSeat')
    return isOtherUser ? null : (
      <Link to="/account" hash="pcs">
        {texts.codeCheck.seePcs}
      </Link>
    );
  if (nextStep !== 'support') return null;
  return (
    <a href={createMailLink(brand.supportEmail, texts.codeCheck.mailSubject(machine))}>{texts.codeCheck.askSupport}</a>
  );
}

/** Says why no tool of the account fits: grants have ended or have not begun, there are grants of other tools only, or there are none. */
function MissingGrant({ renderRequest }: { renderRequest?: RenderAskForTool | undefined }) {
  const { isOtherUser } = useLicenseOwner();
  const { entitlements, ended, later } = useEntitlements();
  const askText = entitlements?.length === 0 ? texts.noGrants.text : texts.noGrants.otherTool;
  return (
    <>
      {[...ended, ...later].map((entitlement) => (
        <div key={`${entitlement.tool} ${entitlement.brand}`} className={styles.stack}>
          <p>{describeDays(entitlement)}</p>
          {entitlement.state === 'ended' && renderRequest?.(entitlement)}
        </div>
      ))}
      {isOtherUser && <p>{texts.onBehalf.addTool}</p>}
      {!isOtherUser && ended.length === 0 && later.length === 0 && <p>{askText}</p>}
    </>
  );
}

function describeDays({ toolName, brandName, state, validFrom, validTo }: Entitlement): string {
  const { endedOn, beginsOn } = texts.entitlements;
  return state === 'ended'
    ? endedOn(toolName, brandName, formatDay(validTo ?? ''))
    : beginsOn(toolName, brandName, formatDay(validFrom ?? ''));
}

/** Loads the tools of the owner of the licence; `entitlements` is undefined until they are loaded. */
function useEntitlements() {
  const { userId } = useLicenseOwner();
  const entitlements = useQuery(createEntitlementsQuery(userId)).data?.items;
  const listByState = (state: Entitlement['state']) => entitlements?.filter((item) => item.state === state) ?? [];
  return { entitlements, ended: listByState('ended'), later: listByState('later') };
}

/** Renders a button that asks staff for a tool whose entitlement has ended. */
export type RenderAskForTool = (entitlement: Pick<Entitlement, 'tool' | 'brand'>) => Elements;

type GrantNoticesProps = {
  grantsQuery: UseQueryResult<{ items: readonly ToolGrant[] }>;
  /** Whether the user can still enter a code. */
  isEntry?: boolean;
  renderRequest?: RenderAskForTool | undefined;
};

/** Says whose licence is issued, that the account has no tool that can be licensed now, or that the tools could not be loaded. */
export function GrantNotices({ grantsQuery, isEntry = true, renderRequest }: GrantNoticesProps) {
  const { userId, isOtherUser } = useLicenseOwner();
  const hasNoGrants = grantsQuery.data?.items.length === 0;
  return (
    <>
      {isOtherUser && <OnBehalfNotice userId={userId} hasNoGrants={hasNoGrants} />}
      {!isOtherUser && isEntry && hasNoGrants && <NoGrants renderRequest={renderRequest} />}
      <QueryFailed query={grantsQuery} title={texts.grantsFailed} />
    </>
  );
}

function NoGrants({ renderRequest }: { renderRequest?: RenderAskForTool | undefined }) {
  const { brand } = useSetup();
  const hasEnded = useEntitlements().ended.length > 0;
  return (
    <div className={styles.above}>
      <Notice
        tone="warn"
        title={texts.noGrants.title}
        actions={
          !hasEnded && <a href={createMailLink(brand.supportEmail, texts.noGrants.mailSubject)}>{texts.noGrants.ask}</a>
        }
      >
        <MissingGrant renderRequest={renderRequest} />
      </Notice>
    </div>
  );
}

/** Returns the address of a link that opens a new e-mail in the mail program (RFC 6068). */
const createMailLink = (mailAddress: string, subject: string): string =>
  `mailto:${mailAddress}?subject=${encodeURIComponent(subject)}`;

/**
 * A refused code, for the component that offers help. When a seat was freed, this component calls `onSeatFreed`, which checks the code
 * again.
 */
export type RefusedCode = {
  /** The user who gets the licence. */
  userId: number;
  verificationCode: string;
  brand: string | undefined;
  problemCode: string | undefined;
  onSeatFreed: () => void;
};

export type RenderHelp = (refusedCode: RefusedCode) => Elements;

/**
 * Whether the problem with this code is about the verification code, so that staff can help. Other problems are temporary or faults of the
 * portal.
 */
export const isLicenseRefusal = (problemCode: string): boolean =>
  licenseRefusals.some((refusal) => refusal === problemCode);

type CodeCheckProblemProps = {
  code: VerificationCode;
  preview: UseQueryResult<LicensePreview>;
  issueError: Error | null;
  /** Renders the help for a refused code. */
  renderHelp: (problemCode: string) => Elements;
};

/** Shows why there is no licence: issuing failed, the server refused the code, or the server could not be reached. */
export function CodeCheckProblem({ code, preview, issueError, renderHelp }: CodeCheckProblemProps) {
  const { data, error } = preview;
  const issueProblem = issueError instanceof ApiProblem ? issueError : null;
  const problem = issueProblem ?? data?.problem ?? (isRefusal(error) ? error : null);
  if (problem)
    return (
      <>
        <RefusalNotice
          title={issueProblem ? texts.codeCheck.notIssued : texts.codeCheck.refused}
          problem={problem}
          machine={formatMachineOfCode(code)}
        />
        {isLicenseRefusal(problem.code) && renderHelp(problem.code)}
      </>
    );
  if (!error || data) return null; // An older result of the check is still shown.
  return (
    <Notice
      tone="danger"
      role="alert"
      title={texts.codeCheck.failed}
      actions={<Button onClick={() => void preview.refetch()}>{ui.retry}</Button>}
    >
      <p>{error.message}</p>
    </Notice>
  );
}

/** Returns whether an error means that the server refused the code. Other errors mean that no answer arrived. */
export const isRefusal = (error: Error | null): error is ApiProblem =>
  error instanceof ApiProblem && error.reaction.shown === 'inPlace';
