import { BadgeCheck, RotateCw, Square } from 'lucide-react';
import { useState } from 'react';
import type { ToolGrant } from '@basics/contract/tools/tools.ts';
import { manyLicenses as texts } from '#portal/texts/many-licenses.ts';
import { Actions, Button } from '#portal/ui/buttons/button.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { DataTable } from '#portal/ui/tables/data-table.tsx';
import { formatMinutesAndSeconds, useCountdown } from '#portal/ui/hooks/use-timing.ts';
import { BrandChoice } from '../issue/brand-choice.tsx';
import { findToolName } from '../codes/code-format.ts';
import { maxLines } from './batch.ts';
import type { CodeLine } from './batch.ts';
import { createLinesColumns } from './lines-columns.tsx';
import styles from './many-licenses.module.css';
import type { BatchMessage, BatchState } from './use-batch.ts';
import type { Verdict } from './verdicts.ts';
import type { Run } from '../many-issue/use-issue-run.ts';

type BatchCardProps = {
  batch: BatchState;
  grants: readonly ToolGrant[];
  /** False until staff have chosen who gets the licences. */
  canIssue: boolean;
};

/** Shows the codes with their results, and the button that issues the accepted ones. */
export function BatchCard({ batch, grants, canIssue }: BatchCardProps) {
  const { lines, verdicts, issuable, run, addedMessage } = batch;
  const [now] = useState(Date.now);
  const isIssuing = run?.state === 'running';
  const isBusy = isIssuing || batch.isChecking;
  const secondsLeft = useCountdown(batch.waitsUntil ?? null);
  const newCount = issuable.filter(({ id }) => verdicts.get(id)?.kind === 'ready').length;
  const hasUncheckedCodes = [...verdicts.values()].some((verdict) => verdict.kind === 'unasked');
  const toolGrants = listGrantsForLines(grants, lines);
  return (
    <Card title={texts.table.title}>
      <div className={styles.stack}>
        <output className={styles.sum}>
          {[addedMessage && describeAddedCodes(addedMessage), describeTotals(verdicts)].filter(Boolean).join(' ')}
        </output>
        {toolGrants.length > 1 && !isBusy && (
          <BrandChoice
            legend={texts.chosenBrand}
            grants={toolGrants}
            chosenId={batch.brand ?? findBrand(lines)}
            onChoose={batch.chooseBrand}
          />
        )}
        <DataTable<CodeLine>
          label={texts.table.title}
          columns={createLinesColumns({ verdicts, isIssuing, now, onRemove: batch.remove })}
          rowKey={({ id }) => id}
          rows={lines}
          onRetry={batch.checkAgain}
          empty={null}
        />
        {secondsLeft > 0 && <p className={styles.second}>{texts.waits(formatMinutesAndSeconds(secondsLeft))}</p>}
        {run?.state === 'running' && <RunProgress run={run} onStop={batch.stop} />}
        {!isIssuing && (
          <Actions>
            {canIssue && issuable.length > 0 && (
              <Button
                variant="primary"
                busy={batch.isChecking}
                icon={<BadgeCheck aria-hidden="true" />}
                onClick={batch.issue}
              >
                {newCount > 0 ? texts.issue(newCount) : texts.fetch(issuable.length)}
              </Button>
            )}
            {hasUncheckedCodes && (
              <Button icon={<RotateCw aria-hidden="true" />} onClick={batch.checkAgain}>
                {texts.askAgain}
              </Button>
            )}
            <Button variant="quiet" onClick={batch.clear}>
              {texts.clear}
            </Button>
          </Actions>
        )}
      </div>
    </Card>
  );
}

/** Returns the grants for the tools of the given codes, one grant per brand. */
function listGrantsForLines(grants: readonly ToolGrant[], lines: readonly CodeLine[]): ToolGrant[] {
  const tools = new Set(lines.flatMap(({ state }) => ('code' in state ? [findToolName(state.code).id] : [])));
  const byBrand = new Map(grants.filter(({ tool }) => tools.has(tool)).map((grant) => [grant.brand, grant]));
  return [...byBrand.values()];
}

/** Returns the brand that the server chose for the given codes, or null before the first answer. */
const findBrand = (lines: readonly CodeLine[]): string | null =>
  lines.flatMap(({ state }) => (state.status === 'offered' && state.preview.brand ? [state.preview.brand] : []))[0] ??
  null;

const describeAddedCodes = ({ added, duplicates, overLimit }: BatchMessage): string =>
  [
    added > 0 && texts.told.added(added),
    duplicates > 0 && texts.told.twice(duplicates),
    overLimit > 0 && texts.told.beyond(overLimit, maxLines),
  ]
    .filter(Boolean)
    .join(' ');

/** Counts the codes by result, for example "2 codes are ready, 2 cannot be used." */
function describeTotals(verdicts: ReadonlyMap<string, Verdict>): string {
  const verdictKinds = [...verdicts.values()].map(({ kind }) => kind);
  const countKinds = (...selectedKinds: Verdict['kind'][]): number =>
    verdictKinds.filter((kind) => selectedKinds.includes(kind)).length;
  const { ready, existing, issued, none, asking } = texts.sum;
  const resultCounts = [
    { words: issued, count: countKinds('issued') },
    { words: ready, count: countKinds('ready') },
    { words: existing, count: countKinds('existing') },
    { words: none, count: countKinds('unreadable', 'older', 'refused', 'noSeat', 'noMove', 'unasked') },
    { words: asking, count: countKinds('asking') },
  ].filter(({ count }) => count > 0);
  return resultCounts.length === 0 ? '' : `${resultCounts.map(({ words, count }) => words(count)).join(', ')}.`;
}

type RunProgressProps = { run: Extract<Run, { state: 'running' }>; onStop: () => void };

/** Shows the progress of issuing, with a button to stop. After a stop, the current request is completed and no other is sent. */
const RunProgress = ({ run: { done, total, isStopping }, onStop }: RunProgressProps) => (
  <div className={styles.progress}>
    <progress value={done} max={total} aria-label={texts.running(done, total)} />
    <Actions>
      <output>{isStopping ? texts.stopping : texts.running(done, total)}</output>
      <Button icon={<Square aria-hidden="true" />} busy={isStopping} onClick={onStop}>
        {texts.stop}
      </Button>
    </Actions>
  </div>
);
