import type { PublicText } from '@basics/contract/legal/legal.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { NoteCard, notesClass } from '#portal/features/release-notes/published/note-card.tsx';
import { createStandardText } from '#portal/features/legal/standard-text.ts';
import { MarkdownContent } from '#portal/ui/markdown/markdown-content.tsx';

/**
 * Returns the HTML of a public text for the first view of its page, as the portal would render it. The server loads
 * this module as a file of its own, which the build writes.
 * @public The server calls it (packages/server/src/platform/pages/first-texts.ts).
 */
export const renderFirstText = (text: PublicText): string =>
  renderToStaticMarkup(<FirstText text={text} />, { identifierPrefix: 'first-text-' });

function FirstText({ text }: { text: PublicText }) {
  if (text.kind === 'legal')
    return <MarkdownContent text={text.text || createStandardText(text.document, text.brand)} level={2} />;
  return (
    <div className={notesClass}>
      {text.notes.map((note) => (
        <NoteCard
          key={note.releaseId}
          note={note}
          title={<a href={`/release-notes/${note.releaseId}`}>{note.title}</a>}
        >
          <MarkdownContent text={note.description} level={3} />
        </NoteCard>
      ))}
    </div>
  );
}
