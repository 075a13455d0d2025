import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Entitlement, LicensePreview } from '@basics/contract/licenses/licenses.ts';
import type { PortalProblemCode } from '#portal/api/api-problem.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { formatDay } from '#portal/messages/times.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { useLicenseOwner } from './issue-steps.tsx';
import { createEntitlementsQuery } from './licenses.queries.ts';
import styles from './verify-license.module.css';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { licenseRefusals } from '@basics/contract/licenses/licenses.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
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
  const { isOtherUser } = useLicenseOwner();
  const noGrantText = isOtherUser ? texts.onBehalf.noGrants : texts.noGrants.text;
  const lacksGrant = problem.code === 'NO_TOOL_GRANT';
  return (
    <Notice
      tone="warn"
      role="alert"
      title={lacksGrant ? problem.message : title}
      actions={<NextSteps nextStep={nextSteps[problem.code]} machine={machine} />}
    >
      {lacksGrant && <EndedTools />}
      <p>{lacksGrant ? noGrantText : problem.message}</p>
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

/** Lists the tools whose entitlement has ended, with the last day. */
function EndedTools({ renderRequest }: { renderRequest?: RenderAskForTool | undefined }) {
  return useEndedTools().map((entitlement) => (
    <div key={`${entitlement.tool} ${entitlement.brand}`} className={styles.stack}>
      <p>
        {texts.entitlements.endedOn(entitlement.toolName, entitlement.brandName, formatDay(entitlement.validTo ?? ''))}
      </p>
      {renderRequest?.(entitlement)}
    </div>
  ));
}

function useEndedTools(): readonly Entitlement[] {
  const { userId } = useLicenseOwner();
  const { data } = useQuery(createEntitlementsQuery(userId));
  return data?.items.filter(({ state }) => state === 'ended') ?? [];
}

/** Renders a button that asks staff for a tool whose entitlement has ended. */
export type RenderAskForTool = (entitlement: Pick<Entitlement, 'tool' | 'brand'>) => Elements;

/** Warns that the account has no tools. The warning is shown before the user enters a code. */
export function NoGrants({ renderRequest }: { renderRequest?: RenderAskForTool | undefined }) {
  const { brand } = useSetup();
  if (useEndedTools().length > 0)
    return (
      <div className={styles.above}>
        <Notice tone="warn" title={texts.entitlements.allEnded}>
          <EndedTools renderRequest={renderRequest} />
        </Notice>
      </div>
    );
  return (
    <div className={styles.above}>
      <Notice
        tone="warn"
        title={texts.noGrants.title}
        actions={<a href={createMailLink(brand.supportEmail, texts.noGrants.mailSubject)}>{texts.noGrants.ask}</a>}
      >
        <p>{texts.noGrants.text}</p>
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
