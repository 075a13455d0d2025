import type { ReleaseNote } from '@basics/contract/release-notes/release-notes.ts';
import { useId, type ReactNode } from 'react';
import { formatDay } from '#portal/messages/times.ts';
import { releaseNotes as texts } from '#portal/texts/release-notes.ts';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import styles from './release-notes.module.css';
import type { Elements } from '#portal/ui/layout/layout.tsx';

/** The CSS class of the element that contains the list of notes. */
export const notesClass = styles.notes;

type NoteCardProps = {
  note: ReleaseNote;
  /** The title, as a link to the page of the note. */
  title: ReactNode;
  badge?: Elements;
  /** The rendered description. */
  children: Elements;
};

/**
 * A note in the list of notes. The card needs no router, because the server also renders it, for the page that is shown before any script
 * runs.
 */
export function NoteCard({ note, title, badge, children }: NoteCardProps) {
  const id = useId();
  return (
    <article className={styles.note} aria-labelledby={id}>
      <header className={styles.noteHead}>
        <h2 id={id}>{title}</h2>
        <p className={styles.meta}>
          <NoteFacts note={note} />
          {badge}
        </p>
      </header>
      {children}
    </article>
  );
}

/** Shows the version, unless the title says it, and the date of a note, and whether the note is a draft. */
export const NoteFacts = ({ note: { title, version, releaseDate, status } }: { note: ReleaseNote }) => (
  <>
    {!title.split(/[\s:,;()]+/).includes(version) && <span>{texts.version(version)}</span>}
    <time dateTime={releaseDate}>{formatDay(releaseDate)}</time>
    {status === 'draft' && <StatusBadge tone="neutral">{texts.draft}</StatusBadge>}
  </>
);
