import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import type { AuditVerification } from '@basics/contract/audit/audit.ts';
import { audit } from '#portal/texts/audit.ts';
import { formatNumber } from '#portal/messages/formats.ts';
import { formatMoment } from '#portal/messages/times.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Fact, Facts, LongFacts, StatusBadge } from '#portal/ui/content/facts.tsx';
import { QueryContent, Notice } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card, Stack, AnnouncedText } from '#portal/ui/layout/layout.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import styles from './audit.module.css';
import { auditVerification, startVerification } from './audit.queries.ts';

const texts = audit.verification;
const cardId = 'verification';

/** The result of the last verification of the audit log, as a link to the verification card. */
export function VerificationLink() {
  const { data } = useQuery(auditVerification);
  return (
    data && (
      <Link
        to="."
        search={(search: Record<string, unknown>) => search}
        hash={cardId}
        className={styles.verification ?? ''}
      >
        <VerificationBadge verification={data} />
      </Link>
    )
  );
}

/** The details of what the link beside the title says: the last verification, the newest seal, and a button to verify now. */
export function VerificationCard() {
  const verificationQuery = useQuery(auditVerification);
  const verification = verificationQuery.data;
  return (
    <Card
      title={texts.title}
      anchor={cardId}
      actions={verification?.last?.isWhole === false && <VerificationBadge verification={verification} />}
    >
      <QueryContent
        query={verificationQuery}
        failedTitle={texts.failed}
        loading={
          <>
            <AnnouncedText>{texts.loading}</AnnouncedText>
            <Skeleton height="8rem" />
          </>
        }
      >
        {(data) => <VerificationResult verification={data} />}
      </QueryContent>
    </Card>
  );
}

function VerificationBadge({ verification: { last, running } }: { verification: AuditVerification }) {
  if (running) return <StatusBadge tone="neutral">{texts.running}</StatusBadge>;
  if (!last) return <StatusBadge tone="neutral">{texts.never}</StatusBadge>;
  return last.isWhole ? (
    <StatusBadge tone="ok">{texts.whole}</StatusBadge>
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
        <Fact name={texts.lastAt}>{last ? formatMoment(last.at) : texts.never}</Fact>
        {last?.isWhole === true && <Fact name={texts.entries}>{formatNumber(last.entries)}</Fact>}
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
