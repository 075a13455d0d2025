import type { ReleaseNote } from '@basics/contract/release-notes/release-notes.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { isProblem } from '#portal/api/api-problem.ts';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { ui } from '#portal/texts/ui.ts';
import { NotFoundCard } from '#portal/ui/feedback/empty-state.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { QueryFailed } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { AnnouncedText, type Elements } from '#portal/ui/layout/layout.tsx';
import { createNoteQuery } from './release-notes.queries.ts';

/**
 * Loads the release note that the URL names, and renders the children with it. Without a loaded note, the component shows a skeleton, an
 * error or the not-found page.
 */
export function WithNote({ children }: { children: (note: ReleaseNote) => Elements }) {
  const { releaseId } = useParams({ strict: false });
  const id = Number(releaseId);
  const isValidId = Number.isSafeInteger(id) && id > 0;
  const noteQuery = useQuery({ ...createNoteQuery(id), enabled: isValidId, refetchOnWindowFocus: false });
  if (noteQuery.data) return children(noteQuery.data);
  if (!isValidId || isProblem(noteQuery.error, 'RESULTS_NOT_FOUND')) return <NotFound />;
  return (
    <>
      <PageHeading title={texts.one.title} />
      {noteQuery.error ? (
        <QueryFailed query={noteQuery} title={texts.failed} />
      ) : (
        <>
          <AnnouncedText>{ui.loading}</AnnouncedText>
          <Skeleton height="16rem" />
        </>
      )}
    </>
  );
}

const NotFound = () => (
  <NotFoundCard
    title={texts.one.notFound}
    text={texts.one.notFoundText}
    actions={<LinkButton to="/admin/release-notes">{texts.one.back}</LinkButton>}
  />
);
