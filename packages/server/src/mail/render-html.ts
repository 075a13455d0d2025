import { activeLanguage } from '#server/platform/texts/language.ts';
import { escapeHtml } from '#server/platform/texts/formats.ts';
import type { LetterBlock, LetterFrame, LetterSheet } from './letter.ts';
import { brandMarkId } from './brand-mark.ts';

/** A colour in the light and in the dark colour scheme, with the class by which the style sheet finds its elements. */
const colours = {
  ground: ['#f6f7f9', '#0f1115'],
  sheet: ['#ffffff', '#171a20'],
  text: ['#171a21', '#eceff4'],
  muted: ['#596270', '#a3abb8'],
  line: ['#e3e6eb', '#2a2f38'],
  soft: ['#f6f7f9', '#0f1115'],
} as const;
const amber = '#c27a12';

const fonts = "font-family:'Segoe UI',-apple-system,BlinkMacSystemFont,Roboto,Helvetica,Arial,sans-serif";
const bodyText = `${fonts};font-size:15px;line-height:24px;color:${colours.text[0]};mso-line-height-rule:exactly`;
const smallText = `${fonts};font-size:13px;line-height:20px;color:${colours.muted[0]}`;

/**
 * Renders an e-mail as HTML that mail programs can show: tables, attributes and inline styles, one picture that is attached, and nothing that
 * is loaded. Outlook for Windows ignores padding on links, round corners and maximum widths, so a button is a cell with a colour and the
 * sheet has a width. Mail programs may remove the style sheet, which contains only the dark colour scheme and the phone.
 */
export function renderHtml(sheet: LetterSheet, frame: LetterFrame): string {
  const { brand } = frame;
  const { subject, blocks } = sheet;
  const links = blocks.filter((block) => typeof block !== 'string' && block.is === 'link');
  // A digest has a link for each section, and none of them is the next step.
  const button = links.length > 2 ? undefined : links[0];
  const rows = blocks.map((block, at) =>
    renderBlock(block, {
      sheet,
      frame,
      isButton: block === button,
      isNewPart: at > 0 && typeof blocks[at - 1] !== 'string',
    }),
  );
  return `<!doctype html>
<html lang="${activeLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(subject)}</title>
<style>${createStyleSheet(frame)}</style>
</head>
<body class="ground" bgcolor="${colours.ground[0]}" style="margin:0;padding:0;background:${colours.ground[0]}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(findFirstSentence(blocks))}</div>
${table(
  `class="ground" width="100%" bgcolor="${colours.ground[0]}"`,
  `<tr><td align="center" style="padding:24px 12px">
${table(
  `class="sheet wide" width="560" bgcolor="${colours.sheet[0]}" style="width:560px;border:1px solid ${colours.line[0]};border-radius:10px;border-collapse:separate"`,
  `${renderRow(renderHead(brand.name), '32px 40px 0')}
${renderRow(`<h1 class="text" style="margin:0;${fonts};font-size:22px;line-height:30px;font-weight:600;color:${colours.text[0]}">${escapeHtml(subject)}</h1>`, '24px 40px 0')}
${rows.join('\n')}
<tr><td height="28" style="height:28px;line-height:28px;font-size:0">&nbsp;</td></tr>
<tr><td class="pad muted line" style="padding:16px 40px 20px;border-top:1px solid ${colours.line[0]};${smallText}">${renderWhy(sheet, frame)}</td></tr>`,
)}
${table('class="wide" width="560" style="width:560px"', renderRow(renderFooter(sheet, frame), '16px 40px 0'))}
</td></tr>`,
)}
</body>
</html>
`;
}

const table = (attributes: string, rows: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${rows}</table>`;

const renderRow = (content: string, padding: string): string =>
  `<tr><td class="pad" style="padding:${padding}">${content}</td></tr>`;

/** The line that mail programs show in the list of e-mails beside the subject. */
const findFirstSentence = (blocks: readonly LetterBlock[]): string =>
  blocks.find((block) => typeof block === 'string') ?? '';

/** The picture has no text of its own, because the name of the brand stands beside it. */
const renderHead = (brandName: string): string =>
  table(
    '',
    `<tr><td width="32" style="line-height:0"><img src="cid:${brandMarkId}" width="32" height="32" alt="" style="display:block;border:0"></td><td class="text" style="padding-left:12px;${bodyText};font-weight:600">${escapeHtml(brandName)}</td></tr>`,
  );

function renderWhy({ why }: LetterSheet, { publicUrl }: LetterFrame): string {
  const text = escapeHtml(why.text);
  if (why.path === undefined) return text;
  return `${text} <a class="muted" style="color:${colours.muted[0]}" href="${escapeHtml(publicUrl + why.path)}">${escapeHtml(why.label ?? '')}</a>`;
}

function renderFooter({ questions }: LetterSheet, { brand }: LetterFrame): string {
  const names = [...new Set([brand.name, brand.legalEntity])].map(escapeHtml).join(' · ');
  const address = escapeHtml(brand.supportEmail);
  return `<p class="muted" style="margin:0;${smallText}">${names}<br>${escapeHtml(questions)} <a class="muted" style="color:${colours.muted[0]}" href="mailto:${address}">${address}</a>.</p>`;
}

function createStyleSheet({ brand }: LetterFrame): string {
  const { brand: accent, 'on-brand': onAccent, 'brand-text': linkColour } = brand.colours;
  // `[data-ogsc]` is the attribute that Outlook on the web sets in its dark mode.
  const dark = (scope: string): string =>
    [
      `${scope} .ground,${scope} .soft{background:${colours.ground[1]}!important}`,
      `${scope} .sheet{background:${colours.sheet[1]}!important}`,
      `${scope} .text{color:${colours.text[1]}!important}`,
      `${scope} .muted{color:${colours.muted[1]}!important}`,
      `${scope} .line,${scope} .sheet{border-color:${colours.line[1]}!important}`,
      `${scope} .track{background:${colours.line[1]}!important}`,
      `${scope} .link{color:${linkColour[1]}!important}`,
      `${scope} .button{background:${accent[1]}!important}`,
      `${scope} .button a{color:${onAccent[1]}!important}`,
    ].join('');
  return [
    '@media (max-width:600px){.pad{padding-left:20px!important;padding-right:20px!important}.wide{width:100%!important}}',
    `@media (prefers-color-scheme:dark){body.ground{background:${colours.ground[1]}!important}${dark('body')}}`,
    dark('[data-ogsc]'),
  ].join('');
}

/** A paragraph after a list, a quote or a link begins a new part of the e-mail. */
type BlockContext = { sheet: LetterSheet; frame: LetterFrame; isButton: boolean; isNewPart: boolean };

function renderBlock(block: LetterBlock, context: BlockContext): string {
  if (typeof block === 'string')
    return renderRow(
      `<p class="text" style="margin:0;${bodyText}">${escapeHtml(block)}</p>`,
      context.isNewPart ? '24px 40px 0' : '8px 40px 0',
    );
  if (block.is === 'link') return renderLink(block, context);
  if (block.is === 'facts')
    return renderRow(table('class="wide"', block.rows.map(renderFact).join('\n')), '16px 40px 0');
  return block.is === 'daysLeft'
    ? renderRow(renderDaysLeft(block), '20px 40px 0')
    : renderRow(renderNote(block), '16px 40px 0');
}

const renderFact = ([name, value]: readonly [string, string]): string =>
  `<tr><td class="muted" valign="top" style="padding:4px 24px 4px 0;${smallText};line-height:24px">${escapeHtml(name)}</td><td class="text" valign="top" style="padding:4px 0;${bodyText}">${escapeHtml(value)}</td></tr>`;

/** Shows the days that are left of a year as two cells, the used part and the part that is left, which is amber. */
function renderDaysLeft({ days, text }: Extract<LetterBlock, { is: 'daysLeft' }>): string {
  const left = Math.min(100, Math.max(3, Math.round((days / 365) * 100)));
  return `${table('width="100%"', `<tr>${renderBar(100 - left, 'class="track"', colours.line[0])}${renderBar(left, '', amber)}</tr>`)}
<p class="muted" align="right" style="margin:8px 0 0;${smallText}">${escapeHtml(text)}</p>`;
}

const renderBar = (width: number, attributes: string, colour: string): string =>
  `<td ${attributes} width="${width}%" height="6" bgcolor="${colour}" style="width:${width}%;height:6px;line-height:6px;font-size:0;background:${colour}">&nbsp;</td>`;

function renderNote({ is, text }: Extract<LetterBlock, { is: 'note' | 'quote' | 'code' | 'file' }>): string {
  const escaped = escapeHtml(text);
  if (is === 'note') return `<p class="muted" style="margin:0;${smallText}">${escaped}</p>`;
  const box = `padding:12px 16px;border:1px solid ${colours.line[0]};background:${colours.soft[0]}`;
  const mono =
    'white-space:pre-wrap;overflow-wrap:anywhere;word-break:break-all;font-family:ui-monospace,Consolas,monospace';
  const tagByKind = {
    quote: `<blockquote class="text" style="margin:0;white-space:pre-line;${bodyText}">${escaped}</blockquote>`,
    code: `<pre class="text" style="margin:0;${bodyText};${mono}">${escaped}</pre>`,
    file: `<p class="text" style="margin:0;${bodyText}">${escaped}</p>`,
  };
  return table(
    'width="100%"',
    `<tr><td class="soft line" bgcolor="${colours.soft[0]}" style="${box}">${tagByKind[is]}</td></tr>`,
  );
}

/**
 * Renders the first link as a button, and each other link as a line. The address stands only in the text part. A reader whose mail program has
 * damaged the link can type the code.
 */
function renderLink(
  block: Extract<LetterBlock, { is: 'link' }>,
  { sheet: { typeCode }, frame, isButton }: BlockContext,
): string {
  const { brand, publicUrl } = frame;
  const address = escapeHtml(publicUrl + block.path);
  const label = escapeHtml(block.label);
  const typed = block.typed
    ? renderRow(
        `<p class="muted" style="margin:0;${smallText}">${escapeHtml(typeCode(publicUrl + block.typed.page, block.typed.code))}</p>`,
        '16px 40px 0',
      )
    : '';
  const [background, colour] = [brand.colours.brand[0], brand.colours['on-brand'][0]];
  const button = `<td class="button" align="center" bgcolor="${background}" style="background:${background};border-radius:6px;mso-padding-alt:12px 24px"><a style="display:inline-block;padding:12px 24px;${fonts};font-size:15px;line-height:20px;font-weight:600;color:${colour};text-decoration:none;border-radius:6px" href="${address}">${label}</a></td>`;
  const link = `<a class="link" style="${bodyText};color:${brand.colours['brand-text'][0]}" href="${address}">${label}</a>`;
  return `${renderRow(isButton ? table('', `<tr>${button}</tr>`) : link, isButton ? '24px 40px 0' : '8px 40px 0')}${typed}`;
}
