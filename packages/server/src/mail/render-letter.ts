import type { LetterKind } from '@basics/contract/mail/mail.ts';
import { activeLanguage } from '#server/platform/texts/language.ts';
import type { LetterFrame } from './brand.ts';
import { renderHtml } from './html.ts';
import type { LetterContent, Letter, LetterOf, LetterBlock, LetterSheet, LetterTexts, Writers } from './letter.ts';
import { toPlainLine } from './plain-text.ts';
import type { Language } from '@basics/contract/texts/texts.ts';
import { english } from './letters/english.ts';

type RenderedLetter = { subject: string; text: string; html: string };

/** Renders an e-mail in the brand of its recipient and in the active language, as text and as HTML with the same content. */
export function renderLetter(letter: Letter, frame: LetterFrame): RenderedLetter {
  const texts = findLetterTexts(activeLanguage());
  const content = addDeputyNote(letter, createContent(letter, texts), texts);
  const firstName = toPlainLine(letter.firstName);
  const { questions, typeCode } = texts;
  const sheet = { ...content, greeting: texts.greeting(firstName), questions, typeCode };
  return { subject: toPlainLine(content.subject), text: renderText(sheet, frame), html: renderHtml(sheet, frame) };
}

function addDeputyNote({ deputyFor }: Letter, content: LetterContent, texts: LetterTexts): LetterContent {
  if (deputyFor === undefined) return content;
  return { ...content, blocks: [{ is: 'note', text: texts.deputyFor(deputyFor) }, ...content.blocks] };
}

function createContent<Kind extends LetterKind>(
  letter: LetterOf<Kind> & { kind: Kind },
  texts: Writers,
): LetterContent {
  return texts[letter.kind](letter);
}

/** Renders an e-mail as plain text. */
function renderText(sheet: LetterSheet, { brand, publicUrl }: LetterFrame): string {
  const { greeting, blocks, questions } = sheet;
  const footer = [`-- `, brand.name, brand.legalEntity, `${questions} ${brand.supportEmail}`];
  const parts = [
    greeting,
    ...blocks.map((block) => renderTextBlock(block, sheet, publicUrl)),
    [...new Set(footer)].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderTextBlock(block: LetterBlock, { typeCode }: LetterSheet, publicUrl: string): string {
  if (block.is === 'link') {
    const link = `${block.label}:\n${publicUrl}${block.path}`;
    return block.typed ? `${link}\n\n${typeCode(publicUrl + block.typed.page, block.typed.code)}` : link;
  }
  if (block.is === 'facts') return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
  return block.is === 'quote' ? block.text.replaceAll(/^/gm, '> ') : block.text;
}

const letters: Readonly<Record<Language, LetterTexts>> = { en: english };

/** The texts of the e-mails in each language of this installation, by the id of the language. */
export const letterTextsByLanguage: Map<string, LetterTexts> = new Map(Object.entries(letters));

/** Returns the texts of the e-mails in a language; in English if they are not translated into this language. */
const findLetterTexts = (language: string): LetterTexts => letterTextsByLanguage.get(language) ?? english;
