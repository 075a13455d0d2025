import { useDeferredValue } from 'react';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { releaseNotes } from '#portal/texts/release-notes.ts';
import { formatDay } from '#portal/messages/times.ts';
import { readCalendarDay } from '#portal/ui/forms/calendar-day.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { Markdown } from '#portal/ui/content/markdown.tsx';
import styles from './release-notes.module.css';
import type { NoteValues } from './release-notes.queries.ts';

/** Shows a preview of a note, slightly delayed so that typing stays fast. */
export function NotePreview({ values: { title, version, releaseDate, description } }: { values: NoteValues }) {
  const deferredText = useDeferredValue(description);
  const releaseDay = readCalendarDay(releaseDate);
  return (
    <div className={styles.preview}>
      <Card title={texts.form.preview}>
        <div className={styles.noteHead}>
          <h3>{title || <span className={styles.muted}>{texts.form.noTitle}</span>}</h3>
          <p className={styles.meta}>
            {version && <span>{releaseNotes.version(version)}</span>}
            {releaseDay !== undefined && <time dateTime={releaseDay}>{formatDay(releaseDay)}</time>}
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
