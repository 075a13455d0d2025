import { BadgeCheck, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { ToolGrant } from '@basics/contract/tools.ts';
import { manyLicenses as texts } from '#portal/texts/many-licenses.ts';
import { Actions } from '#portal/ui/layout/actions.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { DataTable } from '#portal/ui/lists/data-table.tsx';
import { formatMinutesAndSeconds, useCountdown } from '#portal/ui/feedback/use-countdown.ts';
import { BrandChoice } from '../brand-choice.tsx';
import { findToolName } from '../code-words.ts';
import { maxLines } from './batch.ts';
import type { Line } from './batch.ts';
import { createLinesColumns } from './lines-columns.tsx';
import styles from './many-licenses.module.css';
import { RunProgress } from './run-progress.tsx';
import type { BatchMessage, UsedBatch } from './use-batch.ts';
import type { Verdict } from './verdicts.ts';

/** The codes with their results, and the button that issues the accepted ones. */
export function BatchCard({ batch, grants }: { batch: UsedBatch; grants: readonly ToolGrant[] }) {
  const { lines, verdicts, good, run, told } = batch;
  const [now] = useState(Date.now);
  const isRunning = run?.is === 'running';
  const isBusy = isRunning || batch.isAsking;
  const left = useCountdown(batch.waitsUntil ?? null);
  const fresh = good.filter(({ id }) => verdicts.get(id)?.is === 'ready').length;
  const hasUnasked = [...verdicts.values()].some((verdict) => verdict.is === 'unasked');
  const ofTool = listGrantsForLines(grants, lines);
  return (
    <Card title={texts.table.title}>
      <div className={styles.stack}>
        <output className={styles.sum}>
          {[told && describeAdded(told), describeSum(verdicts)].filter(Boolean).join(' ')}
        </output>
        {ofTool.length > 1 && !isBusy && (
          <BrandChoice
            legend={texts.chosenBrand}
            grants={ofTool}
            chosen={batch.brand ?? findBrand(lines)}
            onChoose={batch.chooseBrand}
          />
        )}
        <DataTable<Line>
          label={texts.table.title}
          columns={createLinesColumns({ verdicts, isRunning, now, onRemove: batch.remove })}
          rowKey={({ id }) => id}
          rows={lines}
          onRetry={batch.askAgain}
          empty={null}
        />
        {left > 0 && <p className={styles.second}>{texts.waits(formatMinutesAndSeconds(left))}</p>}
        {run?.is === 'running' && <RunProgress run={run} onStop={batch.stop} />}
        {!isRunning && (
          <Actions>
            {good.length > 0 && (
              <Button
                variant="primary"
                busy={batch.isAsking}
                icon={<BadgeCheck aria-hidden="true" />}
                onClick={batch.issue}
              >
                {fresh > 0 ? texts.issue(fresh) : texts.fetch(good.length)}
              </Button>
            )}
            {hasUnasked && (
              <Button icon={<RotateCw aria-hidden="true" />} onClick={batch.askAgain}>
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

/** The grants for the tools of these codes, one per brand. */
function listGrantsForLines(grants: readonly ToolGrant[], lines: readonly Line[]): ToolGrant[] {
  const tools = new Set(lines.flatMap(({ standing }) => ('code' in standing ? [findToolName(standing.code).id] : [])));
  const byBrand = new Map(grants.filter(({ tool }) => tools.has(tool)).map((grant) => [grant.brand, grant]));
  return [...byBrand.values()];
}

/** The brand that the server has chosen. */
const findBrand = (lines: readonly Line[]): string | null =>
  lines.flatMap(({ standing }) =>
    standing.at === 'offered' && standing.preview.brand ? [standing.preview.brand] : [],
  )[0] ?? null;

const describeAdded = ({ added, twice, beyond }: BatchMessage): string =>
  [
    added > 0 && texts.told.added(added),
    twice > 0 && texts.told.twice(twice),
    beyond > 0 && texts.told.beyond(beyond, maxLines),
  ]
    .filter(Boolean)
    .join(' ');

/** "3 codes bring a licence, 1 brings none." */
function describeSum(verdicts: ReadonlyMap<string, Verdict>): string {
  const kinds = [...verdicts.values()].map(({ is }) => is);
  const count = (...wanted: Verdict['is'][]): number => kinds.filter((kind) => wanted.includes(kind)).length;
  const { ready, existing, issued, none, asking } = texts.sum;
  const parts = [
    { words: issued, count: count('issued') },
    { words: ready, count: count('ready') },
    { words: existing, count: count('existing') },
    { words: none, count: count('unreadable', 'older', 'refused', 'noSeat', 'noMove', 'unasked') },
    { words: asking, count: count('asking') },
  ].filter((part) => part.count > 0);
  return parts.length === 0 ? '' : `${parts.map((part) => part.words(part.count)).join(', ')}.`;
}
