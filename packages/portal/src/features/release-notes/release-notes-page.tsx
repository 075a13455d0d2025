import { useParams } from '@tanstack/react-router';
import { PublishedNotes } from './published-notes.tsx';
import { SingleNote } from './single-note.tsx';

/** What is new, for everybody: all that is published, or one note by its own address. */
export function ReleaseNotesPage() {
  const { releaseId } = useParams({ strict: false });
  return releaseId === undefined ? <PublishedNotes /> : <SingleNote key={releaseId} releaseId={Number(releaseId)} />;
}
