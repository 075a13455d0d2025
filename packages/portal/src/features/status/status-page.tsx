import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { StatusReport } from '@basics/contract/status.ts';
import type { ReactNode } from 'react';
import { readRequestId } from '#portal/api/api-problem.ts';
import { formatBytes } from '#portal/messages/bytes.ts';
import { formatNumber } from '#portal/messages/numbers.ts';
import { formatAgo, formatDuration, formatMoment } from '#portal/messages/times.ts';
import { status as texts } from '#portal/texts/status.ts';
import { FactRow, FactRows } from '#portal/ui/content/fact-rows.tsx';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import { LoadFailed } from '#portal/ui/feedback/load-failed.tsx';
import { Skeleton } from '#portal/ui/feedback/skeleton.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { Announced } from '#portal/ui/layout/visually-hidden.tsx';
import * as judge from './judge-status.ts';
import type { Verdict } from './judge-status.ts';
import { JobsTable, KeysTable, PortalsTable } from './status-tables.tsx';
import { statusReport } from './status.queries.ts';
import styles from './status.module.css';

/** How the portal and all its processes run, for administrators. */
export function StatusPage() {
  const { data, error, refetch } = useQuery(statusReport);
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      {data ? (
        <Report report={data} />
      ) : error ? (
        <LoadFailed title={texts.failed} requestId={readRequestId(error)} onRetry={() => void refetch()} />
      ) : (
        <>
          <Announced>{texts.loading}</Announced>
          <Skeleton height="60rem" />
        </>
      )}
    </>
  );
}

type PartProps = { report: StatusReport };

const Report = ({ report }: PartProps) => (
  <div className={styles.cards}>
    <BackupCard report={report} />
    <MailCard report={report} />
    <DiskCard report={report} />
    <ClockCard report={report} />
    <DatabaseCard report={report} />
    <Part title={texts.jobs.title} verdict={judge.judgeJobs(report)} isWide>
      <JobsTable report={report} />
    </Part>
    <Part title={texts.portals.title} verdict={judge.judgePortals(report)} isWide>
      <PortalsTable report={report} />
    </Part>
    <Part title={texts.keys.title} verdict={judge.judgeKeys(report)} isWide>
      <KeysTable report={report} />
    </Part>
  </div>
);

type PartOptions = { title: string; verdict?: Verdict; isWide?: boolean; children: ReactNode };

const Part = ({ title, verdict, isWide = false, children }: PartOptions) => (
  <div className={isWide ? styles.wide : undefined}>
    <Card title={title} actions={verdict && <StatusBadge tone={verdict.tone}>{verdict.words}</StatusBadge>}>
      {children}
    </Card>
  </div>
);

/** How long ago something was, and when. */
const formatPast = (moment: string, now: string): string =>
  `${formatAgo(judge.secondsBetween(moment, now))} (${formatMoment(moment)})`;

function BackupCard({ report }: PartProps) {
  const { at, backup } = report;
  const { last, proof, job } = backup;
  const words = texts.backup;
  return (
    <Part title={words.title} verdict={judge.judgeBackup(report)}>
      <FactRows>
        <FactRow name={words.last}>{last ? formatPast(last.at, at) : texts.never}</FactRow>
        {last && <FactRow name={words.size}>{formatBytes(last.bytes)}</FactRow>}
        {last && (
          <FactRow name={words.file}>
            <code className={styles.code}>{last.file}</code>
          </FactRow>
        )}
        <FactRow name={words.proof}>{proof ? formatPast(proof.at, at) : texts.never}</FactRow>
        <FactRow name={words.job}>
          {job ? words.every(formatDuration(job.everyMs / 1000), job.keep) : words.noJob}
        </FactRow>
      </FactRows>
    </Part>
  );
}

function MailCard({ report }: PartProps) {
  const { at, mail } = report;
  return (
    <Part title={texts.mail.title} verdict={judge.judgeMail(report)}>
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
    </Part>
  );
}

const DiskCard = ({ report }: PartProps) => (
  <Part title={texts.disk.title} verdict={judge.judgeDisks(report)}>
    <FactRows>
      {report.disks.map(({ use, free, total }) => (
        <FactRow key={use} name={texts.disk.uses[use]}>
          {texts.disk.free(formatBytes(free), formatBytes(total), Math.floor((100 * free) / Math.max(1, total)))}
        </FactRow>
      ))}
    </FactRows>
  </Part>
);

function ClockCard({ report }: PartProps) {
  const { at, clock } = report;
  const { differenceMs } = clock;
  return (
    <Part title={texts.clock.title} verdict={judge.judgeClock(report)}>
      <FactRows>
        <FactRow name={texts.clock.now}>{formatMoment(at)}</FactRow>
        <FactRow name={texts.clock.difference}>
          {differenceMs === null
            ? texts.clock.sameMachine
            : texts.clock.seconds(Math.round(Math.abs(differenceMs) / 1000))}
        </FactRow>
      </FactRows>
      {clock.doubt && <p className={styles.next}>{texts.clock.next}</p>}
    </Part>
  );
}

const DatabaseCard = ({ report: { database } }: PartProps) => (
  <Part title={texts.database.title}>
    <FactRows>
      <FactRow name={texts.database.kind}>{`${database.kind} ${database.version}`}</FactRow>
      <FactRow name={texts.database.size}>{formatBytes(database.bytes)}</FactRow>
    </FactRows>
  </Part>
);
