import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { NoteForm } from './note-form.tsx';

/** The page on which authors create a release note. A new note is a draft by default. */
export const CreateNotePage = () => (
  <>
    <PageHeading title={texts.form.createTitle} />
    <NoteForm note={null} cancelPath="/admin/release-notes" />
  </>
);
