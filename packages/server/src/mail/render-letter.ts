import type { Frame } from './brand.ts';
import { htmlOf } from './html.ts';
import type { Content, Letter } from './letter.ts';
import { contentOf } from './letters/content-of.ts';
import { plain } from './plain.ts';
import { textOf } from './text.ts';

type Rendered = { subject: string; text: string; html: string };

/** A letter in the brand of its recipient, as text and as HTML that say the same. */
export function renderLetter(letter: Letter, frame: Frame): Rendered {
  const content = contentOf(letter);
  const firstName = plain(letter.firstName);
  const sheet: Content & { greeting: string } = {
    ...content,
    greeting: firstName === '' ? 'Hello,' : `Hello ${firstName},`,
  };
  return { subject: plain(content.subject), text: textOf(sheet, frame), html: htmlOf(sheet, frame) };
}
