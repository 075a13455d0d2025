import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { releaseNotes as texts } from '#portal/texts/release-notes.ts';
import { ui } from '#portal/texts/ui.ts';
import { readRequestId } from '#portal/api/api-problem.ts';
import { AnnouncedText } from '#portal/ui/layout/layout.tsx';
import { LoadFailed } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { NoteFacts } from './note-card.tsx';
import styles from './release-notes.module.css';
import { newestReleaseNote } from '../release-notes.queries.ts';

/** The row on Home with the title of the newest note. It is hidden when no note is published. */
export function NewestReleaseNote() {
  const { data: note, error, refetch } = useQuery(newestReleaseNote);
  const id = useId();
  if (note === null) return null;
  return (
    <section className={styles.brief} aria-labelledby={id}>
      <h2 id={id}>{texts.newest.title}</h2>
      {note ? (
        <p>
          <Link to={`/release-notes/${note.releaseId}`}>{note.title}</Link>
          <span className={styles.meta}>
            <NoteFacts note={note} />
          </span>
        </p>
      ) : error ? (
        <LoadFailed title={texts.failed} requestId={readRequestId(error)} onRetry={() => void refetch()} />
      ) : (
        <>
          <AnnouncedText>{ui.loading}</AnnouncedText>
          <Skeleton width="60%" />
        </>
      )}
    </section>
  );
}
