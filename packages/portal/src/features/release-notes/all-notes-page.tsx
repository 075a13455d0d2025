import { useState } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { Allowed } from '#portal/session/allowed.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { NotesTable } from './notes-table.tsx';

const DeletedNotes = createLazyPart(async () => (await import('./deleted-notes.tsx')).DeletedNotes);

/** Lists all release notes, with drafts, for their authors. */
export const AllNotesPage = () => (
  <>
    <PageHeading title={texts.title} introText={texts.lead} actions={<NoteActions />} />
    <NotesTable />
  </>
);

function NoteActions() {
  const [isBinOpen, setBinOpen] = useState(false);
  return (
    <>
      <Allowed any={['releaseNotes.delete']}>
        <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setBinOpen(true)}>
          {texts.bin.open}
        </Button>
        {isBinOpen && (
          <OptionalPart>
            <DeletedNotes onClose={() => setBinOpen(false)} />
          </OptionalPart>
        )}
      </Allowed>
      <Allowed any={['releaseNotes.create']}>
        <LinkButton to="/admin/release-notes/create" variant="primary" icon={<Plus aria-hidden="true" />}>
          {texts.add}
        </LinkButton>
      </Allowed>
    </>
  );
}
