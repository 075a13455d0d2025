import type { ReleaseNote } from '@basics/contract/release-notes/release-notes.ts';
import { Link } from '@tanstack/react-router';
import { releaseNotes as texts } from '#portal/texts/release-notes.ts';
import { FirstText } from '#portal/loading/first-text.tsx';
import { ui } from '#portal/texts/ui.ts';
import { Markdown } from '#portal/ui/markdown/markdown.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import { AnnouncedText } from '#portal/ui/layout/layout.tsx';
import { NoteCard } from './note-card.tsx';
import styles from './release-notes.module.css';

/** Shows one note in the list of notes, with a link to its own page. */
export const NoteArticle = ({ note, isNew }: { note: ReleaseNote; isNew: boolean }) => (
  <NoteCard
    note={note}
    title={<Link to={`/release-notes/${note.releaseId}`}>{note.title}</Link>}
    badge={isNew && <StatusBadge tone="ok">{texts.isNew}</StatusBadge>}
  >
    <Markdown text={note.description} level={3} />
  </NoteCard>
);

/** Shown until the notes are loaded: the notes that the server has written into the page, or else a skeleton. */
export const NotesPlaceholder = () => (
  <FirstText>
    <NotesSkeleton />
  </FirstText>
);

/**
 * A skeleton that is shown while the notes are loading. The skeleton contains an empty Markdown component, which already loads the Markdown
 * library.
 */
export const NotesSkeleton = () => (
  <div className={styles.notes}>
    <AnnouncedText>{ui.loading}</AnnouncedText>
    {['first', 'second', 'third'].map((name) => (
      <div key={name} className={styles.note}>
        <Skeleton width="60%" height="1.6em" />
        <Skeleton width="30%" />
        <Skeleton height="7rem" />
      </div>
    ))}
    <Markdown text="" level={3} />
  </div>
);
