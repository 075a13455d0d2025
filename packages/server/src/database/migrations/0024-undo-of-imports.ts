import { json, moment, oneOfTexts, optional } from '../columns.ts';
import { addColumn } from '../queries/statements.ts';

/** An import can be undone for some minutes. `undone` counts what was undone, and says what was not. */
export const undoOfImports = {
  name: '0024-undo-of-imports',
  steps: [
    addColumn('large_imports', 'undo_until', optional(moment)),
    // Null until somebody undoes the import.
    addColumn('large_imports', 'undo_state', optional(oneOfTexts('undoing', 'undone'))),
    addColumn('large_imports', 'undone', optional(json)),
  ],
} as const;
