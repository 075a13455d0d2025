import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { StatusReport } from '@basics/contract/status/status.ts';
import { formatBytes, formatList, formatNumber } from '#portal/messages/formats.ts';
import { formatAgo, formatDuration, formatMoment } from '#portal/messages/times.ts';
import { status as texts } from '#portal/texts/status.ts';
import { FactRow, FactRows } from '#portal/ui/content/fact-rows.tsx';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { Card, AnnouncedText, Stack, type Elements } from '#portal/ui/layout/layout.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { describeWaitingMail, judgeSections, secondsBetween, type SectionName } from './judge-status.ts';
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

/** The sections that are not all right; the others are one line that opens. */
function StatusSections({ report }: ReportProps) {
  const contents = createContents(report);
  const sections = judgeSections(report);
  const fineNames = sections.filter(({ verdict }) => verdict.tone === 'ok').map(({ name }) => name);
  return (
    <>
      <div className={styles.cards}>
        {sections
          .filter(({ name }) => !fineNames.includes(name))
          .map(({ name, verdict }) => (
            <Section
              key={name}
              name={name}
              {...contents[name]}
              badge={<StatusBadge tone={verdict.tone}>{verdict.text}</StatusBadge>}
            />
          ))}
      </div>
      {fineNames.length > 0 && (
        <Disclosure label={texts.fine(formatList(fineNames.map((name) => texts.names[name])))}>
          {() => (
            <div className={styles.cards}>
              {fineNames.map((name) => (
                <Section key={name} name={name} {...contents[name]} />
              ))}
            </div>
          )}
        </Disclosure>
      )}
    </>
  );
}

type SectionContents = {
  content: Elements;
  /** What is to be done; null if nothing is. */
  step?: string | null;
  isWide?: boolean;
};

const Section = ({ name, content, step, isWide, badge }: SectionContents & { name: SectionName; badge?: Elements }) => (
  <div className={isWide ? styles.wide : undefined}>
    <Card title={texts[name].title} actions={badge}>
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
);

const createContents = (report: StatusReport): Record<SectionName, SectionContents> => ({
  backup: {
    step: report.backup.last || report.backup.job ? null : texts.backup.next,
    content: <BackupFacts report={report} />,
  },
  mail: { step: describeWaitingMail(report.mail), content: <MailFacts report={report} /> },
  disk: { content: <DiskFacts report={report} /> },
  clock: { step: report.clock.doubt && texts.clock.next, content: <ClockFacts report={report} /> },
  database: { content: <DatabaseFacts report={report} /> },
  jobs: { isWide: true, content: <JobsTable report={report} /> },
  portals: {
    step: report.ignoredProxy === null ? null : texts.portals.proxyStep(report.ignoredProxy),
    isWide: true,
    content: <PortalsTable report={report} />,
  },
  keys: { isWide: true, content: <KeysTable report={report} /> },
});

/** Formats how long ago a time was, with the time itself. */
const formatPast = (isoTime: string, now: string): string =>
  `${formatAgo(secondsBetween(isoTime, now))} (${formatMoment(isoTime)})`;

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
