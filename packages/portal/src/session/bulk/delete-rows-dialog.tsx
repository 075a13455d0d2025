import { useState } from 'react';
import { BulkDialog } from './bulk-dialog.tsx';
import type { BulkRow } from './preview-all.ts';
import { useUndo } from '../editing/undo.queries.ts';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { deleteRecords, type Deletion, type Target } from './bulk.queries.ts';
import { listDoneIds } from './mass-effects.tsx';
import type { SelectedAll } from '#portal/ui/selection/use-selection.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';

export type DeletionTexts = {
  action: (count: number) => string;
  title: (count: number) => string;
  consequence: string;
  failed: string;
};

type DeleteRowsDialogProps = {
  rows: readonly BulkRow[];
  all?: SelectedAll | null;
  deletionTexts: DeletionTexts;
  deletion: Deletion;
  /** A notice about the rows, above the consequence of the deletion. */
  notice?: Elements;
  /** Called after each deletion, also after a failed one, because some of the rows may have been deleted. */
  onAttempted: () => void;
  /** Called when the dialog closes, with the ids of the rows that are deleted, or did not exist any more; `all` if an act deletes them. */
  onClose: (removedIds: readonly number[] | 'all') => void;
};

/**
 * Shows for each row whether it can be deleted, and if not, why. After a confirmation, the dialog deletes the rows and shows the result for
 * each row.
 */
export function DeleteRowsDialog({ rows, all, deletionTexts, deletion, ...dialogProps }: DeleteRowsDialogProps) {
  const { notice, onAttempted, onClose } = dialogProps;
  const { announceMass } = useUndo();
  const count = all?.count ?? rows.length;
  const [removedIds, setRemovedIds] = useState<readonly number[] | 'all'>([]);

  async function deleteRows(target: Target) {
    try {
      const reply = await deleteRecords(deletion, target, false);
      const { results, undoIds, act } = reply;
      announceMass(texts.undoable.deleted(listDoneIds(results).length), undoIds);
      const removed = results.filter(({ outcome }) => outcome !== 'refused').map(({ id }) => id);
      setRemovedIds(act ? 'all' : removed);
      return reply;
    } finally {
      onAttempted();
    }
  }

  return (
    <BulkDialog
      title={deletionTexts.title(count)}
      rows={rows}
      all={all}
      choice="delete"
      isComplete
      isPreviewedAtOnce
      {...(deletion.kind === 'releaseNotes' && { touches: null })}
      action={deletionTexts.action}
      run={(target, isPreview) => (isPreview ? deleteRecords(deletion, target, true) : deleteRows(target))}
      deletionTexts={deletionTexts}
      onDone={() => {}}
      onClose={() => onClose(removedIds)}
    >
      {notice}
      <p>{deletionTexts.consequence}</p>
    </BulkDialog>
  );
}
