import type { ReleaseNote } from '@basics/contract/release-notes.ts';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { DeletableSelection } from '#portal/session/editing/deletable-selection.tsx';
import type { Deletable } from '#portal/session/editing/deletable-selection.tsx';
import type { Selection } from '#portal/ui/lists/use-selection.ts';
import { allNotesFound, forgetNotes, removeNotes } from './release-notes.queries.ts';
import type { NotesQuery } from './release-notes.queries.ts';

type NotesSelectionProps = {
  selection: Selection<ReleaseNote>;
  /** What the list shows now. */
  asked: NotesQuery;
  total: number;
};

const notes: Deletable<ReleaseNote> = {
  idOf: ({ releaseId }) => releaseId,
  nameOf: ({ title }) => title,
  words: texts.deletion,
  remove: removeNotes,
  forget: forgetNotes,
};

/** What can be done with the notes that are ticked. */
export const NotesSelection = ({ asked, ...props }: NotesSelectionProps) => (
  <DeletableSelection {...props} kind={notes} findAll={() => allNotesFound(asked)} />
);
