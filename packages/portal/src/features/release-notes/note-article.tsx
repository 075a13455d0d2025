import type { ReleaseNote } from '@basics/contract/release-notes.ts';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { releaseNotes as texts } from '#portal/texts/release-notes.ts';
import { formatDay } from '#portal/messages/times.ts';
import { ui } from '#portal/texts/ui.ts';
import { Markdown } from '#portal/ui/content/markdown.tsx';
import { Skeleton } from '#portal/ui/feedback/skeleton.tsx';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import { Announced } from '#portal/ui/layout/visually-hidden.tsx';
import styles from './release-notes.module.css';

/** Shows one note in the list of notes, with a link to its own page. */
export function NoteArticle({ note, isNew }: { note: ReleaseNote; isNew: boolean }) {
  const id = useId();
  return (
    <article className={styles.note} aria-labelledby={id}>
      <header className={styles.noteHead}>
        <h2 id={id}>
          <Link to={`/release-notes/${note.releaseId}`}>{note.title}</Link>
        </h2>
        <p className={styles.meta}>
          <NoteFacts note={note} />
          {isNew && <StatusBadge tone="ok">{texts.isNew}</StatusBadge>}
        </p>
      </header>
      <Markdown text={note.description} level={3} />
    </article>
  );
}

/** Shows the version, the date, and whether it is a draft. */
export const NoteFacts = ({ note: { version, releaseDate, status } }: { note: ReleaseNote }) => (
  <>
    <span>{texts.version(version)}</span>
    <time dateTime={releaseDate}>{formatDay(releaseDate)}</time>
    {status === 'draft' && <StatusBadge tone="neutral">{texts.draft}</StatusBadge>}
  </>
);

/** A skeleton that is shown while the notes are loading. The empty Markdown component already loads the Markdown library. */
export const NotesSkeleton = () => (
  <div className={styles.notes}>
    <Announced>{ui.loading}</Announced>
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
