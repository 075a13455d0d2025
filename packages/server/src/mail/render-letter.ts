import type { LetterKind } from '@basics/contract/mail/mail.ts';
import { activeLanguage } from '#server/platform/texts/language.ts';
import { optionalLetterKinds } from '@basics/contract/mail/mail.ts';
import { findLetterLicense } from './letter.ts';
import type {
  LetterBrand,
  LetterFrame,
  LetterContent,
  Letter,
  LetterOf,
  LetterBlock,
  LetterSheet,
  LetterTexts,
  Writers,
} from './letter.ts';
import { renderHtml } from './render-html.ts';
import { readMailbox, type Mailbox } from '../platform/email-addresses.ts';
import { toPlainLine } from '../platform/texts/formats.ts';
import type { Language } from '@basics/contract/texts/texts.ts';
import { english } from './letters/english.ts';
import * as z from 'zod/mini';
import type { Db } from '../database/foundation.ts';
import { findBrandsDefaultFirst } from './outbox.repository.ts';

type RenderedLetter = { subject: string; text: string; html: string };

/** Renders an e-mail in the brand of its recipient and in the active language, as text and as HTML with the same content. */
export function renderLetter(letter: Letter, frame: LetterFrame): RenderedLetter {
  const texts = findLetterTexts(activeLanguage());
  const content = addFile(letter, addDeputyNote(letter, createContent(letter, texts), texts), texts);
  const firstName = toPlainLine(letter.firstName);
  const { questions, typeCode } = texts;
  const why = optionalLetterKinds.includes(letter.kind)
    ? texts.optional(firstName)
    : { text: texts.isFor(firstName, toPlainLine(letter.to)) };
  const subject = toPlainLine(content.subject);
  const sheet = { ...content, subject, greeting: texts.greeting(firstName), why, questions, typeCode };
  return { subject, text: renderText(sheet, frame), html: renderHtml(sheet, frame) };
}

/** Adds the line of the attached file before the first link. */
function addFile(letter: Letter, content: LetterContent, texts: LetterTexts): LetterContent {
  const license = findLetterLicense(letter);
  if (!license) return content;
  const { blocks } = content;
  const at = blocks.findIndex((block) => typeof block !== 'string' && block.is === 'link');
  return {
    ...content,
    blocks: blocks.toSpliced(at, 0, { is: 'file', text: texts.attached(toPlainLine(license.file.name)) }),
  };
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
  const { subject, greeting, blocks, why, questions } = sheet;
  const footer = [`-- `, brand.name, brand.legalEntity, `${questions} ${brand.supportEmail}`];
  const parts = [
    subject,
    greeting,
    ...blocks.map((block) => renderTextBlock(block, sheet, publicUrl)),
    why.path === undefined ? why.text : `${why.text} ${why.label}: ${publicUrl}${why.path}`,
    [...new Set(footer)].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderTextBlock(block: LetterBlock, { typeCode }: LetterSheet, publicUrl: string): string {
  if (typeof block === 'string') return block;
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

const colourPair = z.tuple([
  z.string().check(z.regex(/^#[0-9a-f]{3,8}$/i)),
  z.string().check(z.regex(/^#[0-9a-f]{3,8}$/i)),
]);
const colourTokens = z.object({ brand: colourPair, 'on-brand': colourPair, 'brand-text': colourPair });

/** Finds the brand of an e-mail; the default brand if the recipient has none. */
export async function findLetterBrand(db: Db, brandId: string | null): Promise<LetterBrand> {
  const brands = await findBrandsDefaultFirst(db);
  const brand = brands.find(({ id }) => id === brandId) ?? brands[0];
  if (!brand) throw new Error('the table of brands is empty');
  return {
    id: brand.id,
    name: brand.name,
    legalEntity: brand.legalEntity,
    supportEmail: brand.supportEmail,
    sender: createSender(brand),
    colours: colourTokens.parse(JSON.parse(brand.tokens)),
  };
}

export function createSender(brand: { name: string; senderAddress: string }): Mailbox {
  const sender = readMailbox(brand.senderAddress);
  if (!sender) throw new Error(`the brand ${brand.name} has no sender address`);
  return { name: sender.name || brand.name, address: sender.address };
}
