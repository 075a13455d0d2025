import { useDeferredValue } from 'react';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { releaseNotes } from '#portal/texts/release-notes.ts';
import { formatDay } from '#portal/messages/times.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { Markdown } from '#portal/ui/content/markdown.tsx';
import styles from './release-notes.module.css';
import type { NoteValues } from './release-notes.queries.ts';

/** Shows a preview of a note, slightly delayed so that typing stays fast. */
export function NotePreview({ values: { title, version, releaseDate, description } }: { values: NoteValues }) {
  const deferredText = useDeferredValue(description);
  return (
    <div className={styles.preview}>
      <Card title={texts.form.preview}>
        <div className={styles.noteHead}>
          <h3>{title || <span className={styles.muted}>{texts.form.noTitle}</span>}</h3>
          <p className={styles.meta}>
            {version && <span>{releaseNotes.version(version)}</span>}
            {isDay(releaseDate) && <time dateTime={releaseDate}>{formatDay(releaseDate)}</time>}
          </p>
        </div>
        {deferredText.trim() === '' ? (
          <p className={styles.muted}>{texts.form.nothing}</p>
        ) : (
          <Markdown text={deferredText} level={4} />
        )}
      </Card>
    </div>
  );
}

const isDay = (day: string): boolean => !Number.isNaN(Date.parse(day));
