import { useParams } from '@tanstack/react-router';
import { PublishedNotes } from './published-notes.tsx';
import { SingleNote } from './single-note.tsx';

/** The public page of the release notes: all published notes, or one note at its own address. */
export function ReleaseNotesPage() {
  const { releaseId } = useParams({ strict: false });
  return releaseId === undefined ? <PublishedNotes /> : <SingleNote key={releaseId} releaseId={Number(releaseId)} />;
}
