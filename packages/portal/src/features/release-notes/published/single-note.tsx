import type { ReleaseNote } from '@basics/contract/release-notes/release-notes.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Pencil } from 'lucide-react';
import { isProblem } from '#portal/api/api-problem.ts';
import { releaseNotes as texts } from '#portal/texts/release-notes.ts';
import { Allowed } from '#portal/session/session-context.tsx';
import { CopyButton } from '#portal/ui/markdown/copy-button.tsx';
import { NotFoundCard } from '#portal/ui/feedback/empty-state.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { QueryFailed, Notice } from '#portal/ui/feedback/notice.tsx';
import { Markdown } from '#portal/ui/markdown/markdown.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { NotesSkeleton } from './note-article.tsx';
import { NoteFacts } from './note-card.tsx';
import styles from './release-notes.module.css';
import { createNoteQuery } from '../release-notes.queries.ts';

/** The public page of one note. */
export function SingleNote({ releaseId }: { releaseId: number }) {
  const isValidId = Number.isSafeInteger(releaseId) && releaseId > 0;
  const noteQuery = useQuery({ ...createNoteQuery(releaseId), enabled: isValidId });
  if (noteQuery.data) return <LoadedNote note={noteQuery.data} />;
  if (!isValidId || isProblem(noteQuery.error, 'RESULTS_NOT_FOUND')) return <NotFound />;
  return (
    <>
      <PageHeading title={texts.title} />
      {noteQuery.error ? <QueryFailed query={noteQuery} title={texts.failed} /> : <NotesSkeleton />}
    </>
  );
}

const LoadedNote = ({ note }: { note: ReleaseNote }) => (
  <>
    <PageHeading title={note.title} actions={<NoteLinks releaseId={note.releaseId} />} />
    <div className={styles.page}>
      <p className={styles.meta}>
        <NoteFacts note={note} />
      </p>
      {note.status === 'draft' && (
        <Notice tone="warn">
          <p>{texts.draftText}</p>
        </Notice>
      )}
      <Markdown text={note.description} level={2} />
      <AllNotesLink />
    </div>
  </>
);

const NoteLinks = ({ releaseId }: { releaseId: number }) => (
  <>
    <CopyButton text={`${location.origin}/release-notes/${releaseId}`} label={texts.copyLink} />
    <Allowed any={['releaseNotes.edit']}>
      <LinkButton to={`/admin/release-notes/${releaseId}/edit`} icon={<Pencil aria-hidden="true" />}>
        {texts.edit}
      </LinkButton>
    </Allowed>
  </>
);

const NotFound = () => (
  <NotFoundCard
    title={texts.notFound}
    text={texts.notFoundText}
    actions={<LinkButton to="/release-notes">{texts.all}</LinkButton>}
  />
);

const AllNotesLink = () => (
  <p>
    <LinkButton to="/release-notes" variant="quiet" icon={<ArrowLeft aria-hidden="true" />}>
      {texts.all}
    </LinkButton>
  </p>
);
