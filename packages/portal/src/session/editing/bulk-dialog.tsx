import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ReactNode } from 'react';
import type { BulkResult } from '@basics/contract/bulk.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { ProblemNotice } from './problem-notice.tsx';

export type BulkRow = { id: number; name: string };

type BulkDialogProps = {
  title: string;
  rows: readonly BulkRow[];
  /** The fields of the change; a key of its own for each choice discards an old preview. */
  children: ReactNode;
  choice: string;
  isComplete: boolean;
  /** The preview is made when the dialog opens, without a press. */
  isPreviewedAtOnce?: boolean;
  run: (ids: readonly number[], preview: boolean) => Promise<BulkResult[]>;
  onDone: () => void;
  onClose: () => void;
};

/** A change to many records: the choice, then a preview with the outcome for each row, then the result for each row. */
export function BulkDialog({ title, rows, children, choice, isComplete, ...dialog }: BulkDialogProps) {
  const { isPreviewedAtOnce = false, run, onDone, onClose } = dialog;
  const ids = rows.map(({ id }) => id);
  const work = useMutation({
    mutationFn: async (preview: boolean) => ({ choice, preview, results: await run(ids, preview) }),
    onSuccess: ({ preview }) => {
      if (!preview) onDone();
    },
  });
  const preview = useEffectEvent(() => work.mutate(true));
  useEffect(() => {
    if (isPreviewedAtOnce) preview();
  }, [isPreviewedAtOnce]);
  // A preview counts only for the choice that it was made for.
  const shown = work.data?.choice === choice ? work.data : undefined;
  const possible = shown?.results.filter(({ outcome }) => outcome === 'done').length ?? 0;
  const isFinished = shown?.preview === false;
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
              busy={work.isPending}
              disabled={!isComplete || (shown !== undefined && possible === 0)}
              onClick={() => work.mutate(shown === undefined)}
            >
              {shown === undefined ? texts.preview : texts.run(possible)}
            </Button>
          )}
        </>
      }
    >
      <Stack>
        {work.error instanceof ApiProblem && <ProblemNotice problem={work.error} title={texts.failed} />}
        {!isFinished && children}
        {shown && <output>{(isFinished ? texts.were : texts.wouldBe)(possible, rows.length)}</output>}
        {shown && (
          <ul>
            {rows.map(({ id, name }) => (
              <li key={id}>
                <strong>{name}</strong>:{' '}
                {describe(
                  shown.results.find((each) => each.id === id),
                  isFinished,
                )}
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Dialog>
  );
}

function describe(result: BulkResult | undefined, isFinished: boolean): string {
  if (result === undefined || result.outcome === 'notFound') return texts.notFound;
  if (result.outcome === 'refused') return texts.refused(result.message ?? '');
  return isFinished ? texts.done : texts.possible;
}
