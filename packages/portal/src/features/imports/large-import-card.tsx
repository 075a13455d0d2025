import type { LargeImport, LargeImportReport, LargeImportState } from '@basics/contract/imports/imports.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Square, Undo2, Upload } from 'lucide-react';
import { useEffect } from 'react';
import { readRequestId } from '#portal/api/api-problem.ts';
import { formatShortMoment } from '#portal/messages/times.ts';
import { formatNumber } from '#portal/messages/formats.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { imports as texts } from '#portal/texts/imports.ts';
import { LoadFailed, Notice } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { Card, AnnouncedText } from '#portal/ui/layout/layout.tsx';
import styles from './imports.module.css';
import { invalidateAll } from './imports.queries.ts';
import { listsByKind } from './kinds.ts';
import { changeLargeImport, createLargeImportQuery } from './large-imports.queries.ts';
import { ProgressLine } from './progress-line.tsx';
import { canImportRows, OutcomeCounts, ReportDetails, RunConsequences } from './report-details.tsx';

const largeTexts = texts.large;

/** The card of a background import with its progress, its report, and buttons to start and to cancel it. */
export function LargeImportCard({ id }: { id: number }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(createLargeImportQuery(id));
  const endedState = data?.state === 'done' || data?.state === 'undone' ? data.state : null;
  useEffect(() => {
    if (endedState !== null) void invalidateAll(client);
  }, [client, endedState]);
  if (!data && error)
    return <LoadFailed title={error.message} requestId={readRequestId(error)} onRetry={() => void refetch()} />;
  return (
    <Card title={data ? largeTexts.title(data.name) : largeTexts.loading}>
      {data ? <ImportDetails largeImport={data} /> : <Skeleton height="8rem" />}
    </Card>
  );
}

function ImportDetails({ largeImport }: { largeImport: LargeImport }) {
  const { importId, kind, name, invite, state, done, of, report, undo } = largeImport;
  const client = useQueryClient();
  const { problem, isBusy, attempt } = useAttempt();
  const change = (verb: 'start' | 'cancel' | 'undo') => void attempt(() => changeLargeImport(client, verb, importId));
  const isOpen = !closedStates.has(state);
  const isOwn = useUser().userId === largeImport.startedBy;
  return (
    <div className={styles.stack}>
      {problem && <ProblemNotice problem={problem} />}
      <AnnouncedText>{largeTexts.states[state]}</AnnouncedText>
      <ImportState largeImport={largeImport} />
      {(state === 'checking' || state === 'writing' || state === 'undoing') && (
        <ProgressLine doneCount={done} total={of} label={largeTexts.progress[state](done, of)} />
      )}
      {report && <RowCounts state={state} report={report} />}
      {report && <ReportDetails kind={kind} fileName={name} report={report} />}
      {undo && isOwn && (
        <div className={styles.run}>
          <p className={styles.consequences}>
            {report && report.created > 0 && kind === 'users' && invite && (
              <span>{largeTexts.lettersWait(formatShortMoment(undo.until))}</span>
            )}
          </p>
          <Button icon={<Undo2 aria-hidden="true" />} busy={isBusy} onClick={() => change('undo')}>
            {largeTexts.undoUntil(formatShortMoment(undo.until))}
          </Button>
        </div>
      )}
      {isOpen && (
        <div className={styles.run}>
          {state === 'checked' && isOwn && report && canImportRows(report) && (
            <>
              <RunConsequences report={report} />
              <Button
                variant="primary"
                icon={<Upload aria-hidden="true" />}
                busy={isBusy}
                onClick={() => change('start')}
              >
                {texts.run({ ...report, invitations: kind === 'users' && invite ? report.created : 0 })}
              </Button>
            </>
          )}
          <Button icon={<Square aria-hidden="true" />} busy={isBusy} onClick={() => change('cancel')}>
            {largeTexts.cancel}
          </Button>
        </div>
      )}
    </div>
  );
}

const closedStates: ReadonlySet<LargeImportState> = new Set(['done', 'cancelled', 'undoing', 'undone']);

/** A notice about the state of the import. */
function ImportState({ largeImport: { kind, state, report, startedBy, undone } }: { largeImport: LargeImport }) {
  const isOwn = useUser().userId === startedBy;
  const listLink = <LinkButton to={listsByKind[kind]}>{texts.done.see[kind]}</LinkButton>;
  if (state === 'done')
    return (
      <Notice
        tone={report?.faulty ? 'warn' : 'ok'}
        role="alert"
        title={texts.done.title(report?.created ?? 0, report?.changed ?? 0)}
        actions={listLink}
      >
        <p>{report?.faulty ? largeTexts.leftOut(report.faulty) : texts.done.text}</p>
      </Notice>
    );
  if (state === 'undone') return <Undone kind={kind} undone={undone} />;
  if (state === 'checked' && report && report.faulty > 0 && !canImportRows(report))
    return <Notice tone="danger" role="alert" title={describeFaultyFile(report)} />;
  if (state === 'checked' && report && report.created + report.changed === 0)
    return <Notice tone="info" role="alert" title={texts.report.nothing} />;
  return (
    <Notice tone={state === 'cancelled' ? 'warn' : 'info'} title={largeTexts.states[state]}>
      <p>{largeTexts.about[state]}</p>
      {state === 'checked' && !isOwn && <p>{largeTexts.notYours}</p>}
    </Notice>
  );
}

/** How many records were undone, and why others were not. */
const Undone = ({ kind, undone }: Pick<LargeImport, 'kind' | 'undone'>) => (
  <Notice
    tone={undone?.refused.length ? 'warn' : 'ok'}
    role="alert"
    title={largeTexts.undone(undone?.records ?? 0)}
    actions={<LinkButton to={listsByKind[kind]}>{texts.done.see[kind]}</LinkButton>}
  >
    {undone?.refused.map(({ message, records }) => (
      <p key={message}>{largeTexts.notUndone(records, message)}</p>
    ))}
    {undone?.remains.map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
  </Notice>
);

const describeFaultyFile = ({ faulty, faultyRows }: LargeImportReport): string =>
  faulty > faultyRows.length ? texts.report.tooManyFaulty(formatNumber(faultyRows.length)) : texts.report.allFaulty;

const RowCounts = ({ state, report }: { state: LargeImportState; report: LargeImportReport }) => (
  <>
    {state !== 'checked' && <p className={styles.muted}>{largeTexts.written}</p>}
    <OutcomeCounts report={report} />
  </>
);
