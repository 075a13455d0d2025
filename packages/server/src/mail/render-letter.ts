import type { LetterKind } from '@basics/contract/mail/mail.ts';
import { activeLanguage } from '#server/platform/texts/language.ts';
import type { LetterContent, Letter, LetterOf, LetterBlock, LetterSheet, LetterTexts, Writers } from './letter.ts';
import { readMailbox, type Mailbox } from '../platform/email-addresses.ts';
import { toPlainLine } from '../platform/texts/formats.ts';
import type { Language } from '@basics/contract/texts/texts.ts';
import { english } from './letters/english.ts';
import { escapeHtml } from '#server/platform/texts/formats.ts';
import * as z from 'zod/mini';
import type { Db } from '../database/foundation.ts';
import { findBrandsDefaultFirst } from './outbox.repository.ts';

/**
 * The properties of a brand that its e-mails show. Each colour has two values: for the light and for the dark colour
 * scheme.
 */
type LetterBrand = {
  id: string;
  name: string;
  legalEntity: string;
  supportEmail: string;
  sender: Mailbox;
  markSvg: string;
  colours: z.infer<typeof colourTokens>;
};

/** The brand that an e-mail shows, and the address of the portal for its links. `publicUrl` has no slash at its end. */
export type LetterFrame = { brand: LetterBrand; publicUrl: string };

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

/**
 * Renders an e-mail as HTML without tables, external pictures and scripts. Colours and spacing are inline styles,
 * because mail clients remove style sheets. The only style sheet contains the dark colour scheme, for mail clients that
 * support style sheets.
 */
function renderHtml(sheet: LetterSheet, frame: LetterFrame): string {
  const { subject, greeting, blocks, questions } = sheet;
  const { brand } = frame;
  const footer = [...new Set([brand.name, brand.legalEntity])].map(escapeHtml).join('<br>');
  const supportEmail = escapeHtml(brand.supportEmail);
  return `<!doctype html>
<html lang="${activeLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${createDarkSheet(frame)}</style>
</head>
<body class="ground" style="margin:0;padding:24px 12px;background:#f3f4f6;color:#1f2430;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div class="sheet" style="max-width:520px;margin:0 auto;padding:28px;border-radius:12px;background:#ffffff">
<p class="name" style="margin:0 0 20px;font-weight:600;color:${brand.colours['brand-text'][0]}"><span style="display:inline-block;vertical-align:middle;margin-right:10px" aria-hidden="true">${brand.markSvg}</span>${escapeHtml(brand.name)}</p>
<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>
${blocks.map((block) => renderHtmlBlock(block, sheet, frame)).join('\n')}
</div>
<p class="quiet" style="max-width:520px;margin:16px auto 0;font-size:13px;color:#565d6d">${footer}<br>${escapeHtml(questions)} <a class="quiet" style="color:#565d6d" href="mailto:${supportEmail}">${supportEmail}</a>.</p>
</body>
</html>
`;
}

function createDarkSheet({ brand: { colours } }: LetterFrame): string {
  return [
    '@media (prefers-color-scheme:dark){',
    '.ground{background:#12151c!important;color:#e8eaf0!important}',
    '.sheet{background:#1b1f29!important}',
    '.quiet{color:#a3aaba!important}',
    '.soft{background:#252b38!important}',
    `.name,.link{color:${colours['brand-text'][1]}!important}`,
    `.button{background:${colours.brand[1]}!important;color:${colours['on-brand'][1]}!important}`,
    '}',
  ].join('');
}

const mutedStyle = 'margin:0 0 16px;font-size:14px;color:#565d6d';
const boxStyle = 'margin:0 0 16px;padding:12px 16px;border-radius:8px;background:#f3f4f6';
const monospaceStyle = 'white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.5 ui-monospace,Consolas,monospace';

function renderHtmlBlock(block: LetterBlock, sheet: LetterSheet, frame: LetterFrame): string {
  if (typeof block === 'string') return `<p style="margin:0 0 16px">${escapeHtml(block)}</p>`;
  if (block.is === 'link') return renderHtmlLink(block, sheet, frame);
  if (block.is === 'facts') {
    const rows = block.rows.map(([name, value]) => `<b>${escapeHtml(name)}:</b> ${escapeHtml(value)}`);
    return `<p style="margin:0 0 16px">${rows.join('<br>')}</p>`;
  }
  const text = escapeHtml(block.text);
  const htmlByKind = {
    note: `<p class="quiet" style="${mutedStyle}">${text}</p>`,
    quote: `<blockquote class="soft" style="${boxStyle};white-space:pre-line">${text}</blockquote>`,
    code: `<pre class="soft" style="${boxStyle};${monospaceStyle}">${text}</pre>`,
  };
  return htmlByKind[block.is];
}

/**
 * Renders a link as a button, with its address below the button for mail clients that do not show buttons, and the code
 * for people who can use neither.
 */
function renderHtmlLink(
  block: Extract<LetterBlock, { is: 'link' }>,
  { typeCode }: LetterSheet,
  { brand: { colours }, publicUrl }: LetterFrame,
): string {
  const address = escapeHtml(publicUrl + block.path);
  const typed = block.typed
    ? `\n<p class="quiet" style="${mutedStyle}">${escapeHtml(typeCode(publicUrl + block.typed.page, block.typed.code))}</p>`
    : '';
  const button = `display:inline-block;padding:11px 20px;border-radius:8px;font-weight:600;text-decoration:none;background:${colours.brand[0]};color:${colours['on-brand'][0]}`;
  return `<p style="margin:0 0 8px"><a class="button" style="${button}" href="${address}">${escapeHtml(block.label)}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:13px;color:#565d6d;overflow-wrap:anywhere">${address}</p>${typed}`;
}

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
    markSvg: brand.markSvg,
    colours: colourTokens.parse(JSON.parse(brand.tokens)),
  };
}

export function createSender(brand: { name: string; senderAddress: string }): Mailbox {
  const sender = readMailbox(brand.senderAddress);
  if (!sender) throw new Error(`the brand ${brand.name} has no sender address`);
  return { name: sender.name || brand.name, address: sender.address };
}
