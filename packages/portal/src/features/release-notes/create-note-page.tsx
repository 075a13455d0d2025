import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { NoteForm } from './note-form.tsx';

/** A new release note; a draft unless it is published at once. */
export const CreateNotePage = () => (
  <>
    <PageHeading title={texts.form.createTitle} />
    <NoteForm note={null} cancel="/admin/release-notes" />
  </>
);
