import { Plus } from 'lucide-react';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { Allowed } from '#portal/session/allowed.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { NotesTable } from './notes-table.tsx';

/** Lists all release notes, with drafts, for their authors. */
export const AllNotesPage = () => (
  <>
    <PageHeading title={texts.title} lead={texts.lead} actions={<AddNote />} />
    <NotesTable />
  </>
);

const AddNote = () => (
  <Allowed any={['releaseNotes.create']}>
    <LinkButton to="/admin/release-notes/create" variant="primary" icon={<Plus aria-hidden="true" />}>
      {texts.add}
    </LinkButton>
  </Allowed>
);
