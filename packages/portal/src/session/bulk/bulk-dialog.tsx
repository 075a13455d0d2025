import { Trash2 } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { BulkResult, EffectCount } from '@basics/contract/calls/bulk.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Stack, type Elements } from '#portal/ui/layout/layout.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { useTypedNumber } from '#portal/ui/overlays/use-typed-number.tsx';
import { ActDialog, ActSteps, type ActStep } from './act-dialog.tsx';
import type { SelectedAll } from '#portal/ui/selection/use-selection.ts';
import type { BulkReply, ReadSample, Target } from './bulk.queries.ts';
import { addCounts, countDone, countEffects, countTaken, type AllPreview, type BulkRow } from './preview-all.ts';
import { MailSamples } from './mail-samples.tsx';
import { countTouched, listDoneIds, MassEffects } from './mass-effects.tsx';
import { ProblemNotice } from '../editing/problem-notice.tsx';

/**
 * Returns the name of a draft that is restored only for the same rows, because the values that were entered for other rows can be wrong for
 * these rows.
 */
export const createBulkDraftName = (change: string, rows: readonly BulkRow[], all?: SelectedAll | null): string =>
  `${change} ${
    all
      ? JSON.stringify(all.selection)
      : rows
          .map(({ id }) => id)
          .toSorted((first, second) => first - second)
          .join(',')
  }`;

type BulkDialogProps = {
  title: string;
  rows: readonly BulkRow[];
  /** Set if all rows that match change; then `rows` is empty, and the preview names them. */
  all?: SelectedAll | null | undefined;
  /** The fields of the change, if it has any. */
  children?: Elements;
  choice: string;
  isComplete: boolean;
  /** The change in words, shown instead of its fields while the preview is shown. */
  summary?: string;
  /** Says how many people and companies the change reaches; null if the records do not belong to people. */
  touches?: ((people: number, companies: number) => string) | null;
  /** Reads the e-mails that the change would send; absent if it sends none. */
  readSample?: ReadSample | undefined;
  /** Says whether the change can be undone. */
  undoText?: string;
  /** Whether the dialog shows the preview when it opens, without a click on a button. */
  isPreviewedAtOnce?: boolean;
  /** `previewedResults` are the results in the preview that is shown, or its profiles; empty for the request of the preview. */
  run: (
    target: Target,
    isPreview: boolean,
    previewedResults: readonly Pick<BulkResult, 'id' | 'profileID'>[],
  ) => Promise<Pick<BulkReply, 'results' | 'act' | 'all'>>;
  /** The text of the button that makes the change, with the number of records. */
  action: (count: number) => string;
  /** Set if the change deletes the records: the title of the notice after a failure. */
  deletionTexts?: { failed: string };
  onDone: () => void;
  onClose: () => void;
};

/**
 * A dialog for one change to many records. The dialog shows the fields of the change, then a preview with the outcome for each row, then
 * the result.
 */
export function BulkDialog({ rows, all, deletionTexts, ...props }: BulkDialogProps) {
  const { title, children, isComplete, action, onClose } = props;
  const { bulkCall, currentResult, goBack } = useBulkCall({ rows, all, ...props });
  const results = currentResult?.results ?? [];
  const total = all?.count ?? rows.length;
  const effects = currentResult?.all?.effects ?? countEffects(results);
  const doneCount = countDone(effects);
  const isFinished = currentResult?.isPreview === false;
  const isPreviewed = currentResult?.isPreview === true;
  const isDeletion = deletionTexts !== undefined;
  const takenCount = countTaken(effects);
  const { isNumberMissing, numberField } = useTypedNumber(takenCount, {
    of: total,
    ...(!deletionTexts && { label: texts.typeTaken(takenCount) }),
  });
  const canPreview = isComplete || props.isPreviewedAtOnce;
  const isBlocked = isPreviewed ? !isComplete || doneCount === 0 || isNumberMissing : !canPreview;
  if (currentResult?.act)
    return (
      <ActDialog {...{ title, onClose }} startedAct={currentResult.act} rows={all ? undefined : currentResult.rows} />
    );
  return (
    <Dialog
      {...{ title, onClose }}
      role={isDeletion ? 'alertdialog' : 'dialog'}
      isWide
      headEnd={<ActSteps current={findStep(currentResult)} />}
      footer={
        <BulkButtons
          {...{ isPreviewed, isFinished, numberField, goBack, onClose }}
          isPreviewedAtOnce={props.isPreviewedAtOnce === true}
          isDeletion={isDeletion}
        >
          {!isFinished && (
            <RunButton
              isDangerous={isDeletion && currentResult !== undefined}
              busy={bulkCall.isPending}
              disabled={isBlocked}
              label={isPreviewed ? action(doneCount) : texts.preview}
              onClick={() => bulkCall.mutate(currentResult)}
            />
          )}
        </BulkButtons>
      }
    >
      <Stack>
        <Failure error={bulkCall.error} title={deletionTexts?.failed ?? texts.failed} />
        {!isFinished && (!isPreviewed || props.isPreviewedAtOnce) && children}
        {currentResult && <Outcomes shown={currentResult} {...{ rows, effects, total, isDeletion }} {...props} />}
      </Stack>
    </Dialog>
  );
}

type RunButtonProps = {
  isDangerous: boolean;
  busy: boolean;
  disabled: boolean;
  label: string;
  onClick: () => void;
};

const RunButton = ({ isDangerous, label, ...button }: RunButtonProps) => (
  <Button
    {...button}
    {...(isDangerous ? { variant: 'danger', icon: <Trash2 aria-hidden="true" /> } : { variant: 'primary' })}
  >
    <span>{label}</span>
  </Button>
);

const findStep = (shownReply: ShownReply | undefined): ActStep => {
  if (!shownReply) return 'what';
  return shownReply.isPreview ? 'effect' : 'run';
};

const Failure = ({ error, title }: { error: Error | null; title: string }) =>
  error instanceof ApiProblem && <ProblemNotice problem={error} title={title} />;

type BulkButtonsProps = {
  isPreviewed: boolean;
  isFinished: boolean;
  isPreviewedAtOnce: boolean;
  isDeletion: boolean;
  numberField: Elements;
  goBack: () => void;
  onClose: () => void;
  children: Elements;
};

/** The buttons below a bulk dialog. Before a deletion, Cancel has the focus, so that Enter pressed without reading changes nothing. */
const BulkButtons = ({
  isPreviewed,
  isFinished,
  isPreviewedAtOnce,
  isDeletion,
  numberField,
  goBack,
  onClose,
  children,
}: BulkButtonsProps) => (
  <>
    {isPreviewed && numberField}
    {isPreviewed && !isPreviewedAtOnce && <Button onClick={goBack}>{texts.back}</Button>}
    <Button
      onClick={onClose}
      ref={isFinished ? focusButton : undefined}
      {...(isDeletion && { 'data-autofocus': true })}
    >
      <span>{isDeletion && !isFinished ? ui.cancel : texts.close}</span>
    </Button>
    {children}
  </>
);

/** Moves the focus to Close after the change, because the button that had the focus disappears. */
const focusButton = (button: HTMLButtonElement | null): void => button?.focus();

type BulkCallProps = Pick<BulkDialogProps, 'rows' | 'all' | 'choice' | 'isPreviewedAtOnce' | 'run' | 'onDone'>;
type ShownReply = Pick<BulkReply, 'results' | 'act' | 'all'> & {
  choice: string;
  isPreview: boolean;
  /** The records of the call: the page may deselect them afterwards. */
  rows: readonly BulkRow[];
};

/** Makes the calls of the preview and of the change. `currentResult` is the result of the last successful call for the current choice. */
function useBulkCall({ rows, all, choice, isPreviewedAtOnce = false, run, onDone }: BulkCallProps) {
  const [lastReply, setLastReply] = useState<ShownReply | undefined>();
  const bulkCall = useMutation({
    mutationFn: async (preview: ShownReply | undefined): Promise<ShownReply> => {
      const isPreview = preview === undefined;
      const shown = { choice, isPreview, rows };
      const onPart = (part: AllPreview): void => setLastReply({ ...shown, results: part.results, all: part });
      const target = { ids: rows.map(({ id }) => id), all, seen: preview?.all?.seen, onPart };
      return { ...shown, ...(await run(target, isPreview, preview?.all?.profiles ?? preview?.results ?? [])) };
    },
    // A preview that failed, or that other records match now, is not shown any longer.
    onError: () => {
      if (all) setLastReply(undefined);
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
  return {
    bulkCall,
    currentResult: lastReply?.choice === choice ? lastReply : undefined,
    goBack: () => setLastReply(undefined),
  };
}

type OutcomesProps = Pick<BulkDialogProps, 'rows' | 'choice' | 'summary' | 'undoText' | 'touches' | 'readSample'> & {
  shown: ShownReply;
  effects: readonly EffectCount[];
  /** The number of records; a preview of all rows that match can have fewer until its last part has arrived. */
  total: number;
  isDeletion: boolean;
};

function Outcomes({ shown, effects, total, isDeletion, touches = texts.touches, ...others }: OutcomesProps) {
  const { choice, summary, undoText, readSample } = others;
  const { results, all: preview } = shown;
  const rows = preview?.rows ?? others.rows;
  const isFinished = !shown.isPreview;
  const doneIds = listDoneIds(results);
  const doneCount = countDone(effects);
  const checkedCount = addCounts(effects);
  const matching = preview?.seen?.count ?? total;
  const touched = preview ?? countTouched(rows, results);
  return (
    <>
      {summary !== undefined && <strong>{summary}</strong>}
      <output>
        {checkedCount < matching && preview ? (
          <span>{texts.checked(checkedCount, matching)}</span>
        ) : (
          isFinished && <span>{(isDeletion ? texts.deletion : texts).were(doneCount, matching)}</span>
        )}{' '}
        {!isFinished && doneCount === 0 && <span>{texts.nothingChanges}</span>}
        {!isFinished && doneCount > 0 && touches && <span>{touches(touched.people, touched.companies)}</span>}{' '}
        {!isFinished && undoText !== undefined && doneCount > 0 && <span>{undoText}</span>}
      </output>
      <MassEffects rows={rows} results={results} effects={effects} isFinished={isFinished} />
      {readSample && !isFinished && doneCount > 0 && (
        <MailSamples ids={doneIds} choice={choice} readSample={readSample} />
      )}
    </>
  );
}
