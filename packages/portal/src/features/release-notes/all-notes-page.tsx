import { Plus, Trash2 } from 'lucide-react';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { Allowed } from '#portal/session/session-context.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { NotesTable } from './notes-table.tsx';
import { DialogButton } from '#portal/ui/overlays/dialog.tsx';

const DeletedNotes = createLazyPart(async () => (await import('./deleted-notes.tsx')).DeletedNotes);

/** Lists all release notes, with drafts, for their authors. */
export const AllNotesPage = () => (
  <>
    <PageHeading title={texts.title} actions={<NoteActions />} />
    <NotesTable />
  </>
);

const NoteActions = () => (
  <>
    <Allowed any={['releaseNotes.delete']}>
      <DialogButton icon={<Trash2 aria-hidden="true" />} label={texts.bin.open}>
        {(closeDialog) => (
          <OptionalPart>
            <DeletedNotes onClose={closeDialog} />
          </OptionalPart>
        )}
      </DialogButton>
    </Allowed>
    <Allowed any={['releaseNotes.create']}>
      <LinkButton to="/admin/release-notes/create" variant="primary" icon={<Plus aria-hidden="true" />}>
        {texts.add}
      </LinkButton>
    </Allowed>
  </>
);
