import type { ReleaseNote } from '@basics/contract/release-notes/release-notes.ts';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Eye, Pencil, Send, Trash2 } from 'lucide-react';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { formatDay } from '#portal/messages/times.ts';
import { Allowed } from '#portal/session/session-context.tsx';
import { Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { Markdown } from '#portal/ui/markdown/markdown.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { NoteStatus } from './note-status.tsx';
import styles from './published/release-notes.module.css';
import { useDeleteNote } from './use-deletion.ts';
import { WithNote } from './with-note.tsx';

/** The page of one note for authors, with buttons to edit and delete it. */
export const NotePage = () => <WithNote>{(note) => <LoadedNote note={note} />}</WithNote>;

const LoadedNote = ({ note }: { note: ReleaseNote }) => (
  <>
    <PageHeading title={note.title} actions={<NoteActions note={note} />} />
    <div className={styles.page}>
      <dl className={styles.facts}>
        <div>
          <dt>{texts.columns.version}</dt>
          <dd>{note.version}</dd>
        </div>
        <div>
          <dt>{texts.columns.releaseDate}</dt>
          <dd>
            <time dateTime={note.releaseDate}>{formatDay(note.releaseDate)}</time>
          </dd>
        </div>
        <div>
          <dt>{texts.columns.status}</dt>
          <dd>
            <NoteStatus status={note.status} />
          </dd>
        </div>
      </dl>
      <Markdown text={note.description} level={2} />
      <p className={styles.ways}>
        <LinkButton to="/admin/release-notes" variant="quiet" icon={<ArrowLeft aria-hidden="true" />}>
          {texts.one.back}
        </LinkButton>
        <LinkButton to={`/release-notes/${note.releaseId}`} variant="quiet" icon={<Eye aria-hidden="true" />}>
          {texts.one.public}
        </LinkButton>
      </p>
    </div>
  </>
);

function NoteActions({ note }: { note: ReleaseNote }) {
  const navigate = useNavigate();
  const deleteNote = useDeleteNote();
  return (
    <>
      {note.status === 'published' && (
        <Allowed any={['users.edit']}>
          <LinkButton to={`/licenses/versions?note=${note.releaseId}`} icon={<Send aria-hidden="true" />}>
            {texts.one.send}
          </LinkButton>
        </Allowed>
      )}
      <Allowed any={['releaseNotes.delete']}>
        <Button
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => {
            deleteNote(note);
            void navigate({ to: '/admin/release-notes' });
          }}
        >
          {texts.one.remove}
        </Button>
      </Allowed>
      <Allowed any={['releaseNotes.edit']}>
        <LinkButton
          to={`/admin/release-notes/${note.releaseId}/edit`}
          variant="primary"
          icon={<Pencil aria-hidden="true" />}
        >
          {texts.one.edit}
        </LinkButton>
      </Allowed>
    </>
  );
}
