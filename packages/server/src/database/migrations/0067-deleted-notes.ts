import { moment, optional } from '../columns.ts';
import { addColumn } from '../statements.ts';

/** Stores the release notes that were deleted and can still be restored. */
export const deletedNotes = {
  name: '0067-deleted-notes',
  steps: [addColumn('release_notes', 'deleted_at', optional(moment))],
};
