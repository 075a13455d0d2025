import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ReactNode } from 'react';
import type { BulkResult } from '@basics/contract/bulk.ts';
import { findRole } from '@basics/contract/permissions.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { account } from '#portal/texts/account.ts';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { ProblemNotice } from './problem-notice.tsx';

export type BulkRow = { id: number; name: string };

type BulkDialogProps = {
  title: string;
  rows: readonly BulkRow[];
  /** The fields of the change. */
  children: ReactNode;
  choice: string;
  isComplete: boolean;
  /** The preview is made when the dialog opens, without a press. */
  isPreviewedAtOnce?: boolean;
  /** `previewedResults` are those of the preview that is shown; empty for the preview itself. */
  run: (ids: readonly number[], isPreview: boolean, previewedResults: readonly BulkResult[]) => Promise<BulkResult[]>;
  onDone: () => void;
  onClose: () => void;
};

/** A dialog for one change to many records. It shows the fields of the change, then a preview with the outcome for each row, then the result. */
export function BulkDialog({ title, rows, children, choice, isComplete, ...dialogProps }: BulkDialogProps) {
  const { isPreviewedAtOnce = false, run, onDone, onClose } = dialogProps;
  const ids = rows.map(({ id }) => id);
  const bulkCall = useMutation({
    mutationFn: async (previewedResults: readonly BulkResult[] | undefined) => ({
      choice,
      isPreview: previewedResults === undefined,
      results: await run(ids, previewedResults === undefined, previewedResults ?? []),
    }),
    onSuccess: ({ isPreview }) => {
      if (!isPreview) onDone();
    },
  });
  const preview = useEffectEvent(() => bulkCall.mutate(undefined));
  useEffect(() => {
    if (isPreviewedAtOnce) preview();
  }, [isPreviewedAtOnce]);
  // A result is shown only for the choice that it was requested for.
  const currentResult = bulkCall.data?.choice === choice ? bulkCall.data : undefined;
  const doneCount = currentResult?.results.filter(({ outcome }) => outcome === 'done').length ?? 0;
  const isFinished = currentResult?.isPreview === false;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.close}</Button>
          {!isFinished && (
            <Button
              variant="primary"
              busy={bulkCall.isPending}
              disabled={!isComplete || (currentResult !== undefined && doneCount === 0)}
              onClick={() => bulkCall.mutate(currentResult?.results)}
            >
              {currentResult === undefined ? texts.preview : texts.run(doneCount)}
            </Button>
          )}
        </>
      }
    >
      <Stack>
        {bulkCall.error instanceof ApiProblem && <ProblemNotice problem={bulkCall.error} title={texts.failed} />}
        {!isFinished && children}
        {currentResult && <output>{(isFinished ? texts.were : texts.wouldBe)(doneCount, rows.length)}</output>}
        {currentResult && <Outcomes rows={rows} results={currentResult.results} isFinished={isFinished} />}
      </Stack>
    </Dialog>
  );
}

type OutcomesProps = { rows: readonly BulkRow[]; results: readonly BulkResult[]; isFinished: boolean };

const Outcomes = ({ rows, results, isFinished }: OutcomesProps) => (
  <ul>
    {rows.map(({ id, name }) => (
      <li key={id}>
        <strong>{name}</strong>:{' '}
        {describeOutcome(
          results.find((result) => result.id === id),
          isFinished,
        )}
      </li>
    ))}
  </ul>
);

function describeOutcome(result: BulkResult | undefined, isFinished: boolean): string {
  if (result === undefined || result.outcome === 'notFound') return texts.notFound;
  if (result.outcome === 'refused') return texts.refused(result.message ?? '');
  const outcomeText = isFinished ? texts.done : texts.possible;
  return result.profileID === undefined
    ? outcomeText
    : texts.withProfile(outcomeText, account.profiles[findRole(result.profileID)]);
}
