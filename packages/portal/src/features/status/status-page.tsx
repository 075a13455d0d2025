import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { StatusReport } from '@basics/contract/status/status.ts';
import { formatBytes, formatNumber } from '#portal/messages/formats.ts';
import { formatAgo, formatDuration, formatMoment } from '#portal/messages/times.ts';
import { status as texts } from '#portal/texts/status.ts';
import { FactRow, FactRows } from '#portal/ui/content/fact-rows.tsx';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Card, AnnouncedText, Stack, type Elements } from '#portal/ui/layout/layout.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import * as judge from './judge-status.ts';
import type { Verdict } from './judge-status.ts';
import { NeedsYou } from './needs-you.tsx';
import { JobsTable, KeysTable, PortalsTable } from './status-tables.tsx';
import { statusReport } from './status.queries.ts';
import styles from './status.module.css';

/** The page that shows administrators the state of the portal and its processes. */
export function StatusPage() {
  const reportQuery = useQuery(statusReport);
  return (
    <>
      <PageHeading title={texts.title} />
      <QueryContent
        query={reportQuery}
        failedTitle={texts.failed}
        loading={
          <>
            <AnnouncedText>{texts.loading}</AnnouncedText>
            <Skeleton height="60rem" />
          </>
        }
      >
        {(report) => (
          <Stack>
            <NeedsYou report={report} path="/status" />
            <StatusCards report={report} />
          </Stack>
        )}
      </QueryContent>
    </>
  );
}

type ReportProps = { report: StatusReport };

const StatusCards = ({ report }: ReportProps) => (
  <div className={styles.cards}>
    <BackupCard report={report} />
    <MailCard report={report} />
    <DiskCard report={report} />
    <ClockCard report={report} />
    <DatabaseCard report={report} />
    <StatusCard title={texts.jobs.title} verdict={judge.judgeJobs(report)} isWide>
      <JobsTable report={report} />
    </StatusCard>
    <StatusCard title={texts.portals.title} verdict={judge.judgePortals(report)} isWide>
      <PortalsTable report={report} />
      {report.ignoredProxy !== null && <p className={styles.next}>{texts.portals.proxyStep(report.ignoredProxy)}</p>}
    </StatusCard>
    <StatusCard title={texts.keys.title} verdict={judge.judgeKeys(report)} isWide>
      <KeysTable report={report} />
    </StatusCard>
  </div>
);

type StatusCardProps = { title: string; verdict?: Verdict; isWide?: boolean; children: Elements };

const StatusCard = ({ title, verdict, isWide = false, children }: StatusCardProps) => (
  <div className={isWide ? styles.wide : undefined}>
    <Card title={title} actions={verdict && <StatusBadge tone={verdict.tone}>{verdict.text}</StatusBadge>}>
      {children}
    </Card>
  </div>
);

/** Formats how long ago a time was, with the time itself. */
const formatPast = (isoTime: string, now: string): string =>
  `${formatAgo(judge.secondsBetween(isoTime, now))} (${formatMoment(isoTime)})`;

function BackupCard({ report }: ReportProps) {
  const { at, backup } = report;
  const { last, proof, job } = backup;
  const backupTexts = texts.backup;
  return (
    <StatusCard title={backupTexts.title} verdict={judge.judgeBackup(report)}>
      {(last !== null || job !== null) && (
        <FactRows>
          <FactRow name={backupTexts.last}>{last ? formatPast(last.at, at) : texts.never}</FactRow>
          {last && <FactRow name={backupTexts.size}>{formatBytes(last.bytes)}</FactRow>}
          {last && (
            <FactRow name={backupTexts.file}>
              <code translate="no" className={styles.code}>
                {last.file}
              </code>
            </FactRow>
          )}
          <FactRow name={backupTexts.proof}>{proof ? formatPast(proof.at, at) : texts.never}</FactRow>
          <FactRow name={backupTexts.job}>
            {job ? backupTexts.every(formatDuration(job.everyMs / 1000), job.keep) : texts.keys.no}
          </FactRow>
        </FactRows>
      )}
    </StatusCard>
  );
}

function MailCard({ report }: ReportProps) {
  const { at, mail } = report;
  return (
    <StatusCard title={texts.mail.title} verdict={judge.judgeMail(report)}>
      <FactRows>
        <FactRow name={texts.mail.waiting}>{formatNumber(mail.waiting)}</FactRow>
        <FactRow name={texts.mail.oldest}>
          {mail.oldestWaitingAt ? formatPast(mail.oldestWaitingAt, at) : texts.none}
        </FactRow>
        <FactRow name={texts.mail.failed}>{formatNumber(mail.failed)}</FactRow>
      </FactRows>
      <p className={styles.next}>
        <Link to="/admin/mail">{texts.mail.outbox}</Link>
      </p>
    </StatusCard>
  );
}

const DiskCard = ({ report }: ReportProps) => (
  <StatusCard title={texts.disk.title} verdict={judge.judgeDisks(report)}>
    <FactRows>
      {report.disks.map(({ use, free, total }) => (
        <FactRow key={use} name={texts.disk.uses[use]}>
          {texts.disk.free(formatBytes(free), formatBytes(total), Math.floor((100 * free) / Math.max(1, total)))}
        </FactRow>
      ))}
    </FactRows>
  </StatusCard>
);

function ClockCard({ report }: ReportProps) {
  const { at, clock } = report;
  const { differenceMs } = clock;
  return (
    <StatusCard title={texts.clock.title} verdict={judge.judgeClock(report)}>
      <FactRows>
        <FactRow name={texts.clock.now}>{formatMoment(at)}</FactRow>
        <FactRow name={texts.clock.difference}>
          {differenceMs === null
            ? texts.clock.sameMachine
            : texts.clock.seconds(Math.round(Math.abs(differenceMs) / 1000))}
        </FactRow>
      </FactRows>
      {clock.doubt && <p className={styles.next}>{texts.clock.next}</p>}
    </StatusCard>
  );
}

const DatabaseCard = ({ report: { database } }: ReportProps) => (
  <StatusCard title={texts.database.title}>
    <FactRows>
      <FactRow name={texts.database.kind}>{`${database.kind} ${database.version}`}</FactRow>
      <FactRow name={texts.database.size}>{formatBytes(database.bytes)}</FactRow>
    </FactRows>
  </StatusCard>
);
