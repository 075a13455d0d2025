import type { StatusReport } from '@basics/contract/status/status.ts';
import { formatNumber } from '#portal/messages/formats.ts';
import { formatAgo, formatShortMoment } from '#portal/messages/times.ts';
import { status as texts } from '#portal/texts/status.ts';
import { StatusBadge, type Tone } from '#portal/ui/content/facts.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { DataTable, type Column } from '#portal/ui/tables/data-table.tsx';
import { jobTones, secondsBetween } from './judge-status.ts';
import styles from './status.module.css';

type TableProps<Row> = {
  label: string;
  emptyText: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
};

/** A table of the report. The table has no loading and no error state, because the report is loaded as a whole. */
const ReportTable = <Row,>({ emptyText, ...table }: TableProps<Row>) => (
  <DataTable<Row> {...table} onRetry={() => {}} empty={<p>{emptyText}</p>} />
);

type ReportProps = { report: StatusReport };
type Portal = StatusReport['portals'][number];

const portalColumns: readonly Column<Portal>[] = [
  { id: 'host', header: texts.portals.host, isCardTitle: true, cell: ({ host }) => <span data-content>{host}</span> },
  { id: 'process', header: texts.portals.process, cell: ({ pid }) => pid },
  { id: 'version', header: texts.portals.version, cell: ({ version }) => version },
  { id: 'started', header: texts.portals.started, cell: ({ startedAt }) => startedAt && formatShortMoment(startedAt) },
  {
    id: 'state',
    header: texts.portals.state,
    cell: ({ ready }) => (
      <StatusBadge tone={ready ? 'ok' : 'neutral'}>{ready ? texts.portals.ready : texts.portals.starting}</StatusBadge>
    ),
  },
];

export const PortalsTable = ({ report: { portals } }: ReportProps) => (
  <ReportTable<Portal>
    label={texts.portals.title}
    emptyText={texts.portals.none}
    rows={portals}
    rowKey={({ host, pid }) => `${host} ${pid}`}
    columns={portalColumns}
  />
);

type Key = StatusReport['keys'][number];

const keyTones: Record<Key['status'], Tone> = {
  current: 'ok',
  next: 'neutral',
  retired: 'neutral',
  emergency: 'neutral',
  revoked: 'danger',
};

const keyColumns: readonly Column<Key>[] = [
  {
    id: 'key',
    header: texts.keys.keyId,
    isCardTitle: true,
    cell: ({ keyId }) => (
      <code translate="no" className={styles.code}>
        {keyId}
      </code>
    ),
  },
  {
    id: 'state',
    header: texts.keys.state,
    cell: ({ status }) => <StatusBadge tone={keyTones[status]}>{texts.keys.states[status]}</StatusBadge>,
  },
  { id: 'created', header: texts.keys.created, cell: ({ createdAt }) => formatShortMoment(createdAt) },
  { id: 'licenses', header: texts.keys.licenses, align: 'end', cell: ({ licenses }) => formatNumber(licenses) },
  { id: 'here', header: texts.keys.here, cell: ({ here }) => (here ? texts.keys.yes : texts.keys.no) },
];

export const KeysTable = ({ report: { keys } }: ReportProps) => (
  <ReportTable<Key>
    label={texts.keys.title}
    emptyText={texts.keys.none}
    rows={keys}
    rowKey={({ keyId }) => keyId}
    columns={keyColumns}
  />
);

type Job = StatusReport['jobs'][number];

/** Returns the label of a job. A newer server may have jobs that this page does not know. */
function formatJob(jobName: string): string {
  const knownJobs: Readonly<Record<string, string>> = texts.jobs.names;
  return knownJobs[jobName] ?? jobName;
}

/** Creates the columns of the table of jobs. `at` is the time of the report. */
function createJobColumns(at: string): readonly Column<Job>[] {
  const formatPast = (isoTime: string | null): string =>
    isoTime === null ? texts.never : formatAgo(secondsBetween(isoTime, at));
  return [
    { id: 'name', header: texts.jobs.name, isCardTitle: true, cell: ({ name }) => formatJob(name) },
    {
      id: 'state',
      header: texts.jobs.state,
      cell: ({ state }) => <StatusBadge tone={jobTones[state]}>{texts.jobs.states[state]}</StatusBadge>,
    },
    { id: 'succeeded', header: texts.jobs.succeeded, cell: ({ succeededAt }) => formatPast(succeededAt) },
    { id: 'failed', header: texts.jobs.failedAt, cell: ({ failedAt }) => formatPast(failedAt) },
    { id: 'next', header: texts.jobs.next, cell: ({ nextRunAt }) => formatShortMoment(nextRunAt) },
  ];
}

const isProblem = ({ state }: Job): boolean => jobTones[state] === 'danger' || jobTones[state] === 'warn';

/** The jobs with a problem, and the others in one line that opens; all jobs if none has a problem. */
export function JobsTable({ report: { at, jobs } }: ReportProps) {
  const problems = jobs.filter(isProblem);
  const fineJobs = problems.length === 0 ? [] : jobs.filter((job) => !isProblem(job));
  const renderTable = (label: string, rows: readonly Job[]) => (
    <ReportTable<Job>
      label={label}
      emptyText={texts.jobs.none}
      rows={rows}
      rowKey={({ name }) => name}
      columns={createJobColumns(at)}
    />
  );
  return (
    <>
      {renderTable(texts.jobs.title, problems.length === 0 ? jobs : problems)}
      {fineJobs.length > 0 && (
        <Disclosure label={texts.jobs.fine(fineJobs.length)}>
          {() => renderTable(texts.jobs.fine(fineJobs.length), fineJobs)}
        </Disclosure>
      )}
    </>
  );
}
