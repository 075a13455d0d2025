import type { ReleaseNote } from '@basics/contract/release-notes/release-notes.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { releaseNotes as texts } from '#portal/texts/release-notes.ts';
import { ui } from '#portal/texts/ui.ts';
import { readRequestId } from '#portal/api/api-problem.ts';
import { Card, AnnouncedText } from '#portal/ui/layout/layout.tsx';
import { LoadFailed } from '#portal/ui/feedback/notice.tsx';
import { Markdown } from '#portal/ui/markdown/markdown.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { NoteFacts } from './note-card.tsx';
import styles from './release-notes.module.css';
import { newestReleaseNote } from '../release-notes.queries.ts';

/** The card on Home with the beginning of the newest note. The card is hidden when no note is published. */
export function NewestReleaseNote() {
  const { data: note, error, refetch } = useQuery(newestReleaseNote);
  if (note === null) return null;
  return (
    <Card title={texts.newest.title} actions={<Link to="/release-notes">{texts.newest.all}</Link>}>
      {note ? (
        <NoteSummary note={note} />
      ) : error ? (
        <LoadFailed title={texts.failed} requestId={readRequestId(error)} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.brief}>
          <AnnouncedText>{ui.loading}</AnnouncedText>
          <Skeleton width="60%" />
          <Skeleton height="4rem" />
        </div>
      )}
    </Card>
  );
}

const NoteSummary = ({ note }: { note: ReleaseNote }) => (
  <div className={styles.brief}>
    <h3>{note.title}</h3>
    <p className={styles.meta}>
      <NoteFacts note={note} />
    </p>
    <Markdown text={readFirstBlock(note.description)} level={4} />
    <p>
      <Link to={`/release-notes/${note.releaseId}`}>{texts.newest.read}</Link>
    </p>
  </div>
);

/** Returns the first block of a Markdown text. If the first block is a heading, the next block is included. */
export function readFirstBlock(markdown: string): string {
  const blocks = markdown.trim().split(/\n[ \t]*\n/);
  const [first = ''] = blocks;
  return first.startsWith('#') && !first.includes('\n') ? blocks.slice(0, 2).join('\n\n') : first;
}
