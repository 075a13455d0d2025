import { Trash2 } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { BulkResult } from '@basics/contract/bulk.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { formatProfile } from '#portal/messages/profiles.ts';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { describeGrant } from './describe-grant.ts';
import { ProblemNotice } from './problem-notice.tsx';
import type { Elements } from '#portal/ui/layout/elements.ts';

export type BulkRow = { id: number; name: string };

/**
 * Returns the name of a draft that is restored only for the same rows, because the values that were entered for other rows can be wrong for
 * these rows.
 */
export const createBulkDraftName = (change: string, rows: readonly BulkRow[]): string =>
  `${change} ${rows
    .map(({ id }) => id)
    .toSorted((first, second) => first - second)
    .join(',')}`;

export const countDone = (results: readonly BulkResult[]): number =>
  results.filter(({ outcome }) => outcome === 'done').length;

type BulkDialogProps = {
  title: string;
  rows: readonly BulkRow[];
  /** The fields of the change. */
  children: Elements;
  choice: string;
  isComplete: boolean;
  /** Whether the dialog shows the preview when it opens, without a click on a button. */
  isPreviewedAtOnce?: boolean;
  /** `previewedResults` are the results in the preview that is shown; empty for the request of the preview. */
  run: (ids: readonly number[], isPreview: boolean, previewedResults: readonly BulkResult[]) => Promise<BulkResult[]>;
  /**
   * Set if the change deletes the records: the text of the button for this number of records, and the title of the notice after a failure.
   */
  deletionTexts?: { action: (count: number) => string; failed: string };
  onDone: () => void;
  onClose: () => void;
};

/**
 * A dialog for one change to many records. The dialog shows the fields of the change, then a preview with the outcome for each row, then
 * the result.
 */
export function BulkDialog({
  title,
  rows,
  children,
  isComplete,
  deletionTexts,
  onClose,
  ...callProps
}: BulkDialogProps) {
  const { bulkCall, currentResult } = useBulkCall({ rows, ...callProps });
  const doneCount = countDone(currentResult?.results ?? []);
  const isFinished = currentResult?.isPreview === false;
  const canPreview = isComplete || callProps.isPreviewedAtOnce === true;
  return (
    <Dialog
      title={title}
      role={deletionTexts ? 'alertdialog' : 'dialog'}
      onClose={onClose}
      footer={
        <>
          {/* Before a deletion, Cancel has the focus, so that Enter pressed without reading changes nothing. */}
          <Button
            onClick={onClose}
            ref={isFinished ? focusButton : undefined}
            {...(deletionTexts && { 'data-autofocus': true })}
          >
            {deletionTexts && !isFinished ? ui.cancel : texts.close}
          </Button>
          {!isFinished && (
            <Button
              {...(deletionTexts && currentResult
                ? { variant: 'danger', icon: <Trash2 aria-hidden="true" /> }
                : { variant: 'primary' })}
              busy={bulkCall.isPending}
              disabled={currentResult === undefined ? !canPreview : !isComplete || doneCount === 0}
              onClick={() => bulkCall.mutate(currentResult?.results)}
            >
              {currentResult === undefined ? texts.preview : (deletionTexts?.action ?? texts.run)(doneCount)}
            </Button>
          )}
        </>
      }
    >
      <Stack>
        {bulkCall.error instanceof ApiProblem && (
          <ProblemNotice problem={bulkCall.error} title={deletionTexts?.failed ?? texts.failed} />
        )}
        {!isFinished && children}
        {currentResult && (
          <Outcomes
            {...{ rows, doneCount, isFinished }}
            results={currentResult.results}
            outcomeTexts={deletionTexts ? texts.deletion : texts}
          />
        )}
      </Stack>
    </Dialog>
  );
}

/** Moves the focus to Close after the change, because the button that had the focus disappears. */
const focusButton = (button: HTMLButtonElement | null): void => button?.focus();

type BulkCallProps = Pick<BulkDialogProps, 'rows' | 'choice' | 'isPreviewedAtOnce' | 'run' | 'onDone'>;
type BulkReply = { choice: string; isPreview: boolean; results: BulkResult[] };

/** Makes the calls of the preview and of the change. `currentResult` is the result of the last successful call for the current choice. */
function useBulkCall({ rows, choice, isPreviewedAtOnce = false, run, onDone }: BulkCallProps) {
  const [lastReply, setLastReply] = useState<BulkReply | undefined>();
  const bulkCall = useMutation({
    mutationFn: async (previewedResults: readonly BulkResult[] | undefined): Promise<BulkReply> => {
      const isPreview = previewedResults === undefined;
      const ids = rows.map(({ id }) => id);
      return { choice, isPreview, results: await run(ids, isPreview, previewedResults ?? []) };
    },
    onSuccess: (reply) => {
      setLastReply(reply);
      if (!reply.isPreview) onDone();
    },
  });
  const preview = useEffectEvent(() => bulkCall.mutate(undefined));
  useEffect(() => {
    if (isPreviewedAtOnce) preview();
  }, [isPreviewedAtOnce]);
  return { bulkCall, currentResult: lastReply?.choice === choice ? lastReply : undefined };
}

type OutcomesProps = {
  rows: readonly BulkRow[];
  results: readonly BulkResult[];
  doneCount: number;
  isFinished: boolean;
  outcomeTexts: Pick<typeof texts | typeof texts.deletion, 'wouldBe' | 'were' | 'done' | 'possible'>;
};

const Outcomes = ({ rows, results, doneCount, isFinished, outcomeTexts }: OutcomesProps) => (
  <>
    <output>{(isFinished ? outcomeTexts.were : outcomeTexts.wouldBe)(doneCount, rows.length)}</output>
    <ul>
      {rows.map(({ id, name }) => (
        <li key={id}>
          <strong>{name}</strong>:{' '}
          <span>
            {describeOutcome(
              results.find((result) => result.id === id),
              isFinished ? outcomeTexts.done : outcomeTexts.possible,
            )}
          </span>
        </li>
      ))}
    </ul>
  </>
);

function describeOutcome(result: BulkResult | undefined, doneText: string): string {
  if (result === undefined || result.outcome === 'notFound') return texts.notFound;
  if (result.outcome === 'refused') return texts.refused(result.message ?? '');
  if (result.grant) return describeGrant(doneText, result.grant);
  return result.profileID === undefined ? doneText : texts.withProfile(doneText, formatProfile(result.profileID));
}
