import { useMutation, useQuery, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { CircleStop, Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import type { MassAct } from '@basics/contract/calls/bulk.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { formatNumber } from '#portal/messages/formats.ts';
import { formatShortMoment } from '#portal/messages/times.ts';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { EffectCounts } from '#portal/ui/content/facts.tsx';
import { Stack } from '#portal/ui/layout/layout.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { ProblemNotice } from '../editing/problem-notice.tsx';
import { createActQuery, createActResultsQuery, stopAct, undoMassAct } from './bulk.queries.ts';
import { describeOutcome, MassEffects } from './mass-effects.tsx';
import type { BulkRow } from './preview-all.ts';
import styles from './act-dialog.module.css';

type ActDialogProps = {
  title: string;
  startedAct: MassAct;
  /** The records of the act, if the page knows their names; then the result of each record is shown at the end. */
  rows?: readonly BulkRow[] | undefined;
  onClose: () => void;
};

/**
 * An act that runs in the background: its progress with Stop, then what it did with Undo. The act goes on if the dialog is closed. At the end,
 * all lists are loaded again.
 */
export function ActDialog({ title, startedAct, rows, onClose }: ActDialogProps) {
  const client = useQueryClient();
  const query = createActQuery(startedAct);
  const { data: act } = useQuery(query);
  const change = useMutation({
    mutationFn: (makeChange: (actId: number) => Promise<MassAct>) => makeChange(act.actId),
    onSuccess: (changedAct) => client.setQueryData(query.queryKey, changedAct),
  });
  const { state } = act;
  const isActive = state === 'running' || state === 'undoing';
  useEffect(() => {
    if (!isActive) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'act' });
  }, [isActive, client]);
  return (
    <Dialog
      title={title}
      isWide
      headEnd={<ActSteps current="run" />}
      onClose={onClose}
      footer={<ActButtons act={act} change={change} onClose={onClose} />}
    >
      <Stack>
        {change.error instanceof ApiProblem && <ProblemNotice problem={change.error} title={texts.failed} />}
        <Progress act={act} isActive={isActive} />
        {rows && !isActive && act.effects.length > 0 ? (
          <Results act={act} rows={rows} />
        ) : (
          <Counts effects={act.effects} />
        )}
        {state === 'running' && <p>{texts.act.mayClose}</p>}
        {act.remains.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Stack>
    </Dialog>
  );
}

/** The number of records with each effect until now. */
const Counts = ({ effects }: Pick<MassAct, 'effects'>) =>
  effects.length > 0 && (
    <EffectCounts
      counts={effects.map((effect) => ({
        id: JSON.stringify(effect),
        label: describeOutcome(effect, true),
        count: effect.count,
        isWarning: effect.takesAway || effect.outcome === 'refused',
      }))}
    />
  );

/** The result of each record. */
function Results({ act, rows }: { act: MassAct; rows: readonly BulkRow[] }) {
  const query = useQuery(createActResultsQuery(act));
  return (
    <QueryContent query={query} failedTitle={texts.act.resultsFailed} loading={<Counts effects={act.effects} />}>
      {(results) => <MassEffects rows={rows} results={results} isFinished />}
    </QueryContent>
  );
}

type ActChange = UseMutationResult<MassAct, Error, (actId: number) => Promise<MassAct>>;
type ActButtonsProps = { act: MassAct; change: ActChange; onClose: () => void };

const ActButtons = ({ act: { state, undo }, change, onClose }: ActButtonsProps) => (
  <>
    {state === 'running' && (
      <Button
        variant="danger"
        icon={<CircleStop aria-hidden="true" />}
        busy={change.isPending}
        onClick={() => change.mutate(stopAct)}
      >
        {texts.act.stop}
      </Button>
    )}
    {undo && (
      <Button icon={<Undo2 aria-hidden="true" />} busy={change.isPending} onClick={() => change.mutate(undoMassAct)}>
        {texts.act.undoUntil(formatShortMoment(undo.until))}
      </Button>
    )}
    <Button onClick={onClose}>{ui.close}</Button>
  </>
);

/** The number of changed records, and a bar. Screen readers hear the end, not each step. */
function Progress({ act: { state, done, of }, isActive }: { act: MassAct; isActive: boolean }) {
  const label = texts.act.states[state];
  const count = texts.act.count(formatNumber(done), formatNumber(of));
  return (
    <div className={styles.progress}>
      <p className={styles.label}>{label}</p>
      {isActive ? (
        <p className={styles.count} aria-hidden="true">
          {count}
        </p>
      ) : (
        <output className={styles.count}>{count}</output>
      )}
      <progress value={done} max={Math.max(of, 1)} aria-label={label} />
    </div>
  );
}

const steps = ['what', 'effect', 'run'] as const;
export type ActStep = (typeof steps)[number];

/** The steps of an act on many records, beside the title of its sheet: what it does, its effect, and the run. */
export const ActSteps = ({ current }: { current: ActStep }) => (
  <ol className={styles.steps} aria-label={texts.steps.label}>
    {steps.map((step) => (
      <li key={step} aria-current={step === current ? 'step' : undefined}>
        <span>{texts.steps[step]}</span>
      </li>
    ))}
  </ol>
);
