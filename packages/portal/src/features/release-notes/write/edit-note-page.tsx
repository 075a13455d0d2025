import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { NoteForm } from './note-form.tsx';
import { WithNote } from '../with-note.tsx';

/** The page on which authors edit a release note. */
export const EditNotePage = () => (
  <WithNote>
    {(note) => (
      <>
        <PageHeading title={texts.form.editTitle(note.title)} />
        <NoteForm key={note.releaseId} note={note} cancelPath={`/admin/release-notes/${note.releaseId}`} />
      </>
    )}
  </WithNote>
);
