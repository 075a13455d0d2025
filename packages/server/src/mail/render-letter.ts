import type { LetterKind } from '@basics/contract/mail.ts';
import { activeLanguage } from '#server/platform/language.ts';
import type { Frame } from './brand.ts';
import { htmlOf } from './html.ts';
import type { Content, Letter, LetterOf } from './letter.ts';
import { lettersIn } from './letters/letter-languages.ts';
import type { Writers } from './letters/letter-texts.ts';
import { plain } from './plain.ts';
import { textOf } from './text.ts';

type Rendered = { subject: string; text: string; html: string };

/** A letter in the brand of its recipient and the active language, as text and as HTML with the same content. */
export function renderLetter(letter: Letter, frame: Frame): Rendered {
  const texts = lettersIn(activeLanguage());
  const content = contentOf(letter, texts);
  const firstName = plain(letter.firstName);
  const sheet = { ...content, greeting: texts.greeting(firstName), questions: texts.questions };
  return { subject: plain(content.subject), text: textOf(sheet, frame), html: htmlOf(sheet, frame) };
}

function contentOf<Kind extends LetterKind>(letter: LetterOf<Kind> & { kind: Kind }, texts: Writers): Content {
  return texts[letter.kind](letter);
}
