import { fillMachineNames } from './features/licenses/machine-names.repository.ts';
import { fillNoteSearch } from './features/release-notes/note-search.repository.ts';
import { fillSearchText } from './features/users/user-search.repository.ts';
import type { ColumnFill } from './fill-once.repository.ts';

/**
 * The functions that fill columns which earlier versions did not write, and which the first start and the demo leave
 * empty.
 */
export const fills: Readonly<Record<string, ColumnFill>> = {
  userSearch: fillSearchText,
  noteSearch: fillNoteSearch,
  machineNames: fillMachineNames,
};
