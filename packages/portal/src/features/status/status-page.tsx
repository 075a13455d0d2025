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
        {(report) => <StatusSections report={report} />}
      </QueryContent>
    </>
  );
}

type ReportProps = { report: StatusReport };

type Section = {
  title: string;
  /** Absent for a section in which nothing can be wrong. */
  verdict?: Verdict;
  /** What is to be done; null if nothing is. */
  step?: string | null;
  isWide?: boolean;
  content: Elements;
};

/** The sections of the report. Those with a problem are first. */
const StatusSections = ({ report }: ReportProps) => (
  <div className={styles.cards}>
    {listSections(report)
      .toSorted((one, other) => rank(one) - rank(other))
      .map(({ title, verdict, step, isWide, content }) => (
        <div key={title} className={isWide ? styles.wide : undefined}>
          <Card title={title} actions={verdict && <StatusBadge tone={verdict.tone}>{verdict.text}</StatusBadge>}>
            {step ? (
              <Stack>
                <p>{step}</p>
                <div>{content}</div>
              </Stack>
            ) : (
              content
            )}
          </Card>
        </div>
      ))}
  </div>
);

const rank = ({ verdict }: Section): number => (verdict && judge.isProblem(verdict) ? 0 : 1);

const listSections = (report: StatusReport): Section[] => [
  {
    title: texts.backup.title,
    verdict: judge.judgeBackup(report),
    step: report.backup.last || report.backup.job ? null : texts.backup.next,
    content: <BackupFacts report={report} />,
  },
  {
    title: texts.mail.title,
    verdict: judge.judgeMail(report),
    step: judge.describeWaitingMail(report.mail),
    content: <MailFacts report={report} />,
  },
  { title: texts.disk.title, verdict: judge.judgeDisks(report), content: <DiskFacts report={report} /> },
  {
    title: texts.clock.title,
    verdict: judge.judgeClock(report),
    step: report.clock.doubt && texts.clock.next,
    content: <ClockFacts report={report} />,
  },
  { title: texts.database.title, content: <DatabaseFacts report={report} /> },
  { title: texts.jobs.title, verdict: judge.judgeJobs(report), isWide: true, content: <JobsTable report={report} /> },
  {
    title: texts.portals.title,
    verdict: judge.judgePortals(report),
    step: report.ignoredProxy === null ? null : texts.portals.proxyStep(report.ignoredProxy),
    isWide: true,
    content: <PortalsTable report={report} />,
  },
  { title: texts.keys.title, verdict: judge.judgeKeys(report), isWide: true, content: <KeysTable report={report} /> },
];

/** Formats how long ago a time was, with the time itself. */
const formatPast = (isoTime: string, now: string): string =>
  `${formatAgo(judge.secondsBetween(isoTime, now))} (${formatMoment(isoTime)})`;

function BackupFacts({ report: { at, backup } }: ReportProps) {
  const { last, proof, job } = backup;
  const backupTexts = texts.backup;
  if (last === null && job === null) return null;
  return (
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
  );
}

const MailFacts = ({ report: { at, mail } }: ReportProps) => (
  <>
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
  </>
);

const DiskFacts = ({ report: { disks } }: ReportProps) => (
  <FactRows>
    {disks.map(({ use, free, total }) => (
      <FactRow key={use} name={texts.disk.uses[use]}>
        {texts.disk.free(formatBytes(free), formatBytes(total), Math.floor((100 * free) / Math.max(1, total)))}
      </FactRow>
    ))}
  </FactRows>
);

const ClockFacts = ({ report: { at, clock } }: ReportProps) => (
  <FactRows>
    <FactRow name={texts.clock.now}>{formatMoment(at)}</FactRow>
    <FactRow name={texts.clock.difference}>
      {clock.differenceMs === null
        ? texts.clock.sameMachine
        : texts.clock.seconds(Math.round(Math.abs(clock.differenceMs) / 1000))}
    </FactRow>
  </FactRows>
);

const DatabaseFacts = ({ report: { database } }: ReportProps) => (
  <FactRows>
    <FactRow name={texts.database.kind}>{`${database.kind} ${database.version}`}</FactRow>
    <FactRow name={texts.database.size}>{formatBytes(database.bytes)}</FactRow>
  </FactRows>
);
