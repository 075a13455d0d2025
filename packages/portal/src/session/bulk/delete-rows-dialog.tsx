import { useState } from 'react';
import { BulkDialog } from './bulk-dialog.tsx';
import type { BulkRow } from './mass-effects.tsx';
import { deletionPreviews, toBulkResults, type DeletableKind, type DeleteRecords } from './bulk.queries.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';

export type DeletionTexts = {
  action: (count: number) => string;
  title: (count: number) => string;
  consequence: string;
  failed: string;
};

type DeleteRowsDialogProps = {
  rows: readonly BulkRow[];
  deletionTexts: DeletionTexts;
  kind: DeletableKind;
  remove: DeleteRecords;
  /** A notice about the rows, above the consequence of the deletion. */
  notice?: Elements;
  /** Called after each deletion, also after a failed one, because some of the rows may have been deleted. */
  onAttempted: () => void;
  /** Called when the dialog closes, with the ids of the rows that were deleted or did not exist any more. */
  onClose: (removedIds: readonly number[]) => void;
};

/**
 * Shows for each row whether it can be deleted, and if not, why. After a confirmation, the dialog deletes the rows and shows the result for
 * each row.
 */
export function DeleteRowsDialog({ rows, deletionTexts, kind, remove, ...dialogProps }: DeleteRowsDialogProps) {
  const { notice, onAttempted, onClose } = dialogProps;
  const [removedIds, setRemovedIds] = useState<readonly number[]>([]);

  async function deleteRows(ids: readonly number[]) {
    try {
      const results = toBulkResults(await remove(ids));
      setRemovedIds(results.filter(({ outcome }) => outcome !== 'refused').map(({ id }) => id));
      return results;
    } finally {
      onAttempted();
    }
  }

  return (
    <BulkDialog
      title={deletionTexts.title(rows.length)}
      rows={rows}
      choice="delete"
      isComplete
      isPreviewedAtOnce
      isAboutPeople={kind === 'users'}
      action={deletionTexts.action}
      run={async (ids, isPreview) => ({ results: await (isPreview ? deletionPreviews[kind](ids) : deleteRows(ids)) })}
      deletionTexts={deletionTexts}
      onDone={() => {}}
      onClose={() => onClose(removedIds)}
    >
      {notice}
      <p>{deletionTexts.consequence}</p>
    </BulkDialog>
  );
}
