import { decodeUtf8 } from './bytes.ts';

/**
 * Reverses what mail clients, browsers, editors and keyboards do to a code, and returns upper-case characters, `-` for
 * every dash, and white space. Codes contain none of `=`, `%`, `&`, `\` and `<`, so decoding these
 * escapes cannot damage a code.
 */
export function restoreMangledText(text: string): string {
  return decodeEscapes(text)
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}]/gu, '')
    .replace(/[\p{Pd}\u2212\u2043\u02d7\u30fc\u2500\u2501]/gu, '-')
    .replace(/\p{Cc}/gu, (control) => (/\s/.test(control) ? control : ''))
    .toUpperCase();
}

/**
 * The characters allowed between characters of a code, for a regular expression class: white space, dashes, quotation marks, and the
 * marks of quoted mails and of Markdown.
 */
export const fillerClass = '[\\s\\-"\'>|*`_~\\\\\\p{Pi}\\p{Pf}\\u201a\\u201e\\u2032\\u2033]';

function decodeEscapes(text: string): string {
  return text
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (run) => decodeByteEscapes(run))
    .replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => decodeByteEscapes(run))
    .replace(/\\[rnt]/g, ' ')
    .replace(/<\/?(?:a|b|blockquote|br|code|div|em|font|i|li|p|pre|q|s|span|strong|td|tr|tt|u|wbr)\b[^<>]*>/gi, ' ')
    .replace(
      /&(?:amp;)*(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi,
      (whole, name: string) => decodeEntity(name) ?? whole,
    );
}

/** `=C2=A0` of quoted-printable (RFC 2045) and `%2D` of a link: two hex digits for each byte, together UTF-8. */
function decodeByteEscapes(run: string): string {
  const bytes = Uint8Array.from(run.match(/[0-9A-Fa-f]{2}/g) ?? [], (pair) => Number.parseInt(pair, 16));
  return decodeUtf8(bytes) ?? ' ';
}

const entities = new Map([
  ['nbsp', ' '],
  ['ensp', ' '],
  ['emsp', ' '],
  ['thinsp', ' '],
  ['shy', ''],
  ['zwnj', ''],
  ['zwj', ''],
  ['ndash', '-'],
  ['mdash', '-'],
  ['hyphen', '-'],
  ['dash', '-'],
  ['minus', '-'],
  ['quot', '"'],
  ['apos', "'"],
  ['lsquo', "'"],
  ['rsquo', "'"],
  ['ldquo', '"'],
  ['rdquo', '"'],
  ['laquo', '"'],
  ['raquo', '"'],
  ['gt', '>'],
]);

function decodeEntity(name: string): string | undefined {
  if (!name.startsWith('#')) return entities.get(name.toLowerCase());
  const hex = /^#x/i.test(name);
  const point = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10);
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}
