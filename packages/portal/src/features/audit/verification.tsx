import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import type { AuditVerification } from '@basics/contract/audit/audit.ts';
import { audit } from '#portal/texts/audit.ts';
import { formatMoment, formatShortMoment } from '#portal/messages/times.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Fact, Facts, LongFacts, StatusBadge } from '#portal/ui/content/facts.tsx';
import { QueryContent, Notice } from '#portal/ui/feedback/notice.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { Popover } from '#portal/ui/popovers/popover.tsx';
import { startVerification } from './audit.queries.ts';

const texts = audit.verification;

/** What was verified last, as a button that opens the details. */
export const VerificationPopover = ({ verification }: { verification: AuditVerification }) => (
  <Popover
    label={texts.title}
    renderTrigger={(triggerProps) => (
      <Button {...triggerProps} aria-haspopup="dialog">
        <VerificationBadge verification={verification} />
      </Button>
    )}
  >
    {() => <VerificationResult verification={verification} />}
  </Popover>
);

/** The details above the list: where the audit log is broken and what to do, or why the verification could not be loaded. */
export const VerificationCard = ({ query }: { query: UseQueryResult<AuditVerification> }) => (
  <Card title={texts.title} actions={query.data && <VerificationBadge verification={query.data} />}>
    <QueryContent query={query} failedTitle={texts.failed} loading={null}>
      {(data) => <VerificationResult verification={data} />}
    </QueryContent>
  </Card>
);

function VerificationBadge({ verification: { last, running } }: { verification: AuditVerification }) {
  if (running) return <StatusBadge tone="neutral">{texts.running}</StatusBadge>;
  if (!last) return <StatusBadge tone="neutral">{texts.never}</StatusBadge>;
  return last.isWhole ? (
    <StatusBadge tone="ok">{texts.whole(formatShortMoment(last.at))}</StatusBadge>
  ) : (
    <StatusBadge tone="danger">{texts.broken}</StatusBadge>
  );
}

function VerificationResult({
  verification: { last, running, newest, seal, waiting },
}: {
  verification: AuditVerification;
}) {
  const client = useQueryClient();
  const { problem, isBusy, attempt } = useAttempt();
  return (
    <Stack>
      {problem && <ProblemNotice problem={problem} title={texts.startFailed} />}
      {last && !last.isWhole && (
        <Notice
          tone="danger"
          title={last.auditId === null ? (last.why ?? '') : texts.atEntry(last.auditId, last.why ?? '')}
        >
          <p>{texts.brokenText}</p>
        </Notice>
      )}
      <Facts>
        <Fact name={texts.lastAt}>{last ? texts.verifiedAt(formatMoment(last.at), last.entries) : texts.never}</Fact>
        <Fact name={texts.sealedAt}>
          {seal ? texts.sealedEntry(formatMoment(seal.at), seal.auditId) : texts.notSealed}
        </Fact>
        {waiting.since !== null && (
          <Fact name={texts.waiting}>{texts.waitingSince(waiting.entries, formatMoment(waiting.since))}</Fact>
        )}
      </Facts>
      <Disclosure label={texts.details}>
        {() => (
          <LongFacts>
            {newest && <Fact name={texts.newest}>{texts.newestIs(newest.auditId, newest.hash)}</Fact>}
            <Fact name={texts.seal}>{seal ? seal.text : texts.notSealed}</Fact>
          </LongFacts>
        )}
      </Disclosure>
      <div>
        <Button
          busy={isBusy || running}
          icon={<ShieldCheck aria-hidden="true" />}
          otherLabel={running ? texts.start : texts.running}
          onClick={() => void attempt(() => startVerification(client))}
        >
          {running ? texts.running : texts.start}
        </Button>
      </div>
    </Stack>
  );
}
