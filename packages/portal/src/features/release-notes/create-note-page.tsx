import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { NoteForm } from './note-form.tsx';

/** Creates a release note; it is a draft until it is published. */
export const CreateNotePage = () => (
  <>
    <PageHeading title={texts.form.createTitle} />
    <NoteForm note={null} cancel="/admin/release-notes" />
  </>
);
