import { activeLanguage } from '#server/platform/texts/language.ts';
import type { LetterFrame } from './brand.ts';
import type { LetterBlock, LetterSheet } from './letter.ts';
import { escapeHtml } from '#server/platform/texts/html.ts';

/**
 * Renders an e-mail as HTML without tables, external pictures and scripts. Colours and spacing are inline styles,
 * because mail clients remove style sheets. The only style sheet contains the dark colour scheme, for mail clients that
 * support style sheets.
 */
export function renderHtml(sheet: LetterSheet, frame: LetterFrame): string {
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
  if (block.is === 'link') return renderHtmlLink(block, sheet, frame);
  if (block.is === 'facts') {
    const rows = block.rows.map(([name, value]) => `<b>${escapeHtml(name)}:</b> ${escapeHtml(value)}`);
    return `<p style="margin:0 0 16px">${rows.join('<br>')}</p>`;
  }
  const text = escapeHtml(block.text);
  const htmlByKind = {
    text: `<p style="margin:0 0 16px">${text}</p>`,
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
