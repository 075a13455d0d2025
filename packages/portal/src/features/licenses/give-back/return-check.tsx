import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PackageCheck } from 'lucide-react';
import type { ReturnedLicense } from '@basics/contract/license-admin/license-admin.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { AnotherCode } from '#portal/features/licenses/codes/code-entry.tsx';
import { formatMachine } from '#portal/features/licenses/license-format.tsx';
import { FocusedCard, StepWithHelp } from '#portal/features/licenses/issue-steps.tsx';
import { invalidateLicenses } from '#portal/features/licenses/licenses.queries.ts';
import { OverrideLimits } from '#portal/features/licenses/issue/code-facts.tsx';
import { formatDay } from '#portal/messages/times.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { giveBack as texts } from '#portal/texts/give-back.ts';
import { licenses } from '#portal/texts/licenses.ts';
import { FactRow, FactRows } from '#portal/ui/content/fact-rows.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { WaitingNotice } from '#portal/ui/feedback/waiting-notice.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Actions, Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { AnnouncedText } from '#portal/ui/layout/layout.tsx';
import { createReturnQuery, giveBackLicense } from '../licenses.queries.ts';

type ReturnCheckProps = {
  returnCode: string;
  /** Called when the licence was returned. */
  onReturned: (licenseId: number) => void;
  onRestart: () => void;
  onFiles: (files: readonly File[]) => void;
};

/** Shows the licence and the owner of a return code, with the button that returns the licence and frees the seat of the PC. */
export function ReturnCheck({ returnCode, onReturned, onRestart, onFiles }: ReturnCheckProps) {
  const { userId } = useUser();
  const { returnPreview, returnAttempt, giveBack } = useReturn(returnCode, onReturned);
  const { data, error } = returnPreview;
  const isOther = data !== undefined && data.owner.userId !== userId;
  const title = data ? texts.titles[data.state](formatMachine(data.license.machineName)) : texts.beside.title;
  return (
    <StepWithHelp title={texts.beside.title} help={<p>{texts.beside.text}</p>}>
      <FocusedCard title={title}>
        {returnPreview.isPending && (
          <>
            <AnnouncedText>{texts.loading}</AnnouncedText>
            <WaitingNotice text={licenses.codeCheck.waits} />
            <Skeleton height="8rem" />
          </>
        )}
        {error && (
          <Notice tone="warn" role="alert" title={texts.refused}>
            <p>{error.message}</p>
          </Notice>
        )}
        {data && <ReturnFacts returnedLicense={data} isOther={isOther} />}
        {data && <ReturnOutcome state={data.state} />}
        {returnAttempt.problem && <ProblemNotice problem={returnAttempt.problem} title={texts.failed} />}
        <OverrideLimits
          code={returnCode}
          refusalCode={isProblem(returnAttempt.problem, 'MOVE_LIMIT') ? 'MOVE_LIMIT' : undefined}
          isOther={isOther}
          label={texts.exception}
          busy={returnAttempt.isBusy}
          onIssue={(overrideReason, onDone) => giveBack({ returnCode, overrideReason }, onDone)}
        />
        <Actions>
          {data?.state === 'active' && (
            <Button
              variant="primary"
              icon={<PackageCheck aria-hidden="true" />}
              busy={returnAttempt.isBusy}
              onClick={() => giveBack({ returnCode })}
            >
              {texts.action}
            </Button>
          )}
          <AnotherCode label={texts.another} onRestart={onRestart} onFiles={onFiles} />
          {data && !isOther && <LinkButton to="/pcs">{texts.seePcs}</LinkButton>}
        </Actions>
      </FocusedCard>
    </StepWithHelp>
  );
}

function useReturn(returnCode: string, onReturned: ReturnCheckProps['onReturned']) {
  const client = useQueryClient();
  const returnPreview = useQuery(createReturnQuery(returnCode));
  const returnAttempt = useAttempt();
  const giveBack = (body: Parameters<typeof giveBackLicense>[0], onDone = () => {}): void =>
    void returnAttempt.attempt(async () => {
      const { owner, license } = await giveBackLicense(body);
      onDone();
      void invalidateLicenses(client, owner.userId);
      onReturned(license.licenseId);
    });
  return { returnPreview, returnAttempt, giveBack };
}

function ReturnFacts({ returnedLicense, isOther }: { returnedLicense: ReturnedLicense; isOther: boolean }) {
  const { license, owner, toolName, seatsUsed, seatsAllowed, movesUsed, movesAllowed } = returnedLicense;
  return (
    <FactRows>
      <FactRow name={texts.pc}>
        <strong translate="no">{formatMachine(license.machineName)}</strong>
      </FactRow>
      {isOther && <FactRow name={texts.owner}>{`${owner.firstName} ${owner.lastName}`.trim() || owner.login}</FactRow>}
      <FactRow name={texts.tool}>{toolName}</FactRow>
      <FactRow name={texts.validUntil}>{formatDay(license.expiryDate)}</FactRow>
      <FactRow name={texts.seats}>{texts.seatsUsed(seatsUsed, seatsAllowed)}</FactRow>
      <FactRow name={texts.moves}>{texts.movesLeft(movesUsed, movesAllowed)}</FactRow>
    </FactRows>
  );
}

function ReturnOutcome({ state }: Pick<ReturnedLicense, 'state'>) {
  if (state === 'active') return <p>{texts.what}</p>;
  const isReturned = state === 'returned';
  return (
    <Notice tone={isReturned ? 'ok' : 'info'} role="alert">
      <p>{isReturned ? texts.doneText : texts.endedText}</p>
    </Notice>
  );
}
