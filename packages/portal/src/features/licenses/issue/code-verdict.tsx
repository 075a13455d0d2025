import { CommandText } from '#portal/ui/content/command-text.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronLeft, Monitor, MonitorX } from 'lucide-react';
import type { LicensePreview } from '@basics/contract/licenses/licenses.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { formatDay, formatShortDate } from '#portal/messages/times.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { TimeLine } from '#portal/ui/content/time-signs.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Hero } from '#portal/ui/headings/hero.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { useCustomerName } from '../issue-steps.tsx';
import { formatMachineOfCode } from '../license-format.tsx';
import { isRefusal, MissingGrant } from '../refusal-notice.tsx';
import styles from '../verify-license.module.css';
import { describeMachine } from './code-facts.tsx';

/** Why no licence is issued. `isAfterCheck`: the code was good when it was checked, and the licence was refused later. */
export type Refused = { code: string; message: string; isAfterCheck: boolean };

/** Returns why issuing failed or why the server refused the code; null if neither is known. */
export function findProblem({ data, error }: UseQueryResult<LicensePreview>, issueError: Error | null): Refused | null {
  if (issueError instanceof ApiProblem) return { ...pickProblem(issueError), isAfterCheck: true };
  const problem = data?.problem ?? (isRefusal(error) ? error : null);
  return problem && { ...pickProblem(problem), isAfterCheck: false };
}

const pickProblem = ({ code, message }: { code: string; message: string }) => ({ code, message });

type CodeVerdictProps = {
  code: VerificationCode;
  /** The title instead of the name of the PC. */
  title?: string;
  preview: UseQueryResult<LicensePreview>;
  problem: Refused | null;
  isChecking: boolean;
  onRestart: () => void;
};

/** The name of the PC and, below it, what the check has found: the first thing that a user reads. */
export function CodeVerdict({ code, title, preview, problem, isChecking, onRestart }: CodeVerdictProps) {
  const offer = preview.data?.offer;
  return (
    <Hero
      back={
        title === undefined && (
          <button type="button" onClick={onRestart}>
            <ChevronLeft aria-hidden="true" />
            <span>{texts.codeCheck.again}</span>
          </button>
        )
      }
      tone={problem ? 'warn' : 'neutral'}
      icon={problem ? <MonitorX aria-hidden="true" /> : <Monitor aria-hidden="true" />}
      title={title ?? formatMachineOfCode(code)}
      isName={title === undefined}
      takesFocus
    >
      {problem && <Reason problem={problem} seatsAllowed={offer?.seatsAllowed} />}
      {!problem && isChecking && <Skeleton height="1.75rem" width="16rem" />}
      {!problem && !isChecking && (
        <span>{offer ? texts.codeCheck.ready(formatDay(offer.expiryDate)) : texts.codeCheck.notChecked}</span>
      )}
    </Hero>
  );
}

/** What the refusal means and, unless this says it all, why the code was refused. */
function Reason({ problem, seatsAllowed }: { problem: Refused; seatsAllowed: number | undefined }) {
  const customer = useCustomerName();
  const { code, message, isAfterCheck } = problem;
  const { owner, staff } = texts.codeCheck.seatsTaken;
  if (code === 'SEAT_LIMIT' && seatsAllowed !== undefined && !isAfterCheck)
    return <strong role="alert">{customer === undefined ? owner(seatsAllowed) : staff(seatsAllowed, customer)}</strong>;
  const lacksGrant = code === 'NO_TOOL_GRANT' && !isAfterCheck;
  return (
    <div role="alert">
      <strong>{lacksGrant ? message : texts.codeCheck[isAfterCheck ? 'notIssued' : 'refused']}</strong>
      <div className={styles.reason}>
        {lacksGrant ? (
          <MissingGrant />
        ) : (
          <p>
            <CommandText text={message} />
          </p>
        )}
      </div>
    </div>
  );
}

/** Renders the PCs that take the seats of the tool, a component of another feature. */
export type RenderSeats = (seats: {
  userId: number;
  tool: string;
  newPc: string;
  isRefused: boolean;
  seatsUsed: number;
  seatsAllowed: number;
}) => Elements;

type SeatsProps = {
  userId: number;
  code: VerificationCode;
  preview: LicensePreview | undefined;
  isRefused: boolean;
  renderSeats: RenderSeats | undefined;
};

/** How long the licence will last, and which seat it takes; of a refused code, the PCs that take all seats. */
export function SeatsOfTool({ userId, code, preview, isRefused, renderSeats }: SeatsProps) {
  const customer = useCustomerName();
  if (!preview?.offer) return null;
  const { offer, tool } = preview;
  const { expiryDate, seatsAllowed, seatsUsed, takesSeat } = offer;
  const seats = renderSeats?.({ userId, tool, newPc: formatMachineOfCode(code), isRefused, seatsUsed, seatsAllowed });
  if (isRefused) return seats;
  const sentences = describeMachine(preview, offer, customer);
  return (
    <>
      <div>
        <TimeLine tone="plan" share={0} label={texts.codeCheck.lasts(formatDay(expiryDate))} />
        <p className={styles.lineEnds} aria-hidden="true">
          <span>{texts.codeCheck.today}</span>
          <strong>{formatShortDate(expiryDate)}</strong>
        </p>
      </div>
      <section>
        {takesSeat ? (
          <h2 className={styles.partTitle}>{texts.codeCheck.willBe(seatsUsed + 1, seatsAllowed)}</h2>
        ) : (
          <p>{sentences.join(' ')}</p>
        )}
        {takesSeat && preview.machine.replaces !== undefined && <p>{sentences.at(-1)}</p>}
        {takesSeat && seats}
      </section>
    </>
  );
}

type CodeNotLoadedProps = { preview: UseQueryResult<LicensePreview>; problem: Refused | null };

/** Says that no answer arrived. An older result of the check is still shown. */
export function CodeNotLoaded({ preview, problem }: CodeNotLoadedProps) {
  const { error, data } = preview;
  if (!error || data || problem) return null;
  return (
    <Notice
      tone="danger"
      role="alert"
      title={texts.codeCheck.failed}
      actions={<Button onClick={() => void preview.refetch()}>{ui.retry}</Button>}
    >
      <p>
        <CommandText text={error.message} />
      </p>
    </Notice>
  );
}
