import { decodeUtf8 } from '../encoding/bytes.ts';

/**
 * Reverses the changes that mail clients, browsers, editors and keyboards make to a code. The restored text contains
 * only these ASCII characters, so that all implementations get the same text:
 *
 * - `0` to `9` and `A` to `Z`;
 * - `-` for a dash, a space for white space;
 * - `>` for a quotation mark, and for a mark of quoted e-mails or of Markdown;
 * - `?` for any other letter, `.` for any other character.
 */
export function restoreMangledText(text: string): string {
  const decodedText = decodeTransfer(text);
  let restoredText = '';
  for (let position = 0; position < decodedText.length;) {
    const { symbol, length } = readMarkup(decodedText, position);
    restoredText += symbol;
    position += length;
  }
  return restoredText;
}

/**
 * Decodes the soft line breaks and the escaped bytes (`=3D`) of quoted-printable (RFC 2045), and the escaped bytes of
 * links (`%3D`).
 */
function decodeTransfer(text: string): string {
  return text.replace(/=[ \t]*\r?\n|(?:=[0-9A-F]{2})+|(?:%[0-9A-Fa-f]{2})+/g, (escapes) => {
    const hexPairs = escapes.match(/[0-9A-Fa-f]{2}/g) ?? [];
    return decodeUtf8Leniently(Uint8Array.from(hexPairs, (digitPair) => Number.parseInt(digitPair, 16)));
  });
}

/** Decodes UTF-8; a byte that belongs to no character becomes a space. */
function decodeUtf8Leniently(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const length = [1, 2, 3, 4].find((count) => decodeUtf8(bytes.subarray(at, at + count)) !== undefined);
    text += length === undefined ? ' ' : (decodeUtf8(bytes.subarray(at, at + length)) ?? ' ');
    at += length ?? 1;
  }
  return text;
}

const tagPattern =
  /<\/?(?:a|b|blockquote|br|code|div|em|font|i|li|p|pre|q|s|span|strong|td|tr|tt|u|wbr)(?![0-9a-z_])[^<>]*>/iy;
const entityPattern = /&(?:amp;)*(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]{2,8});/iy;

/** Reads the next symbol: an escaped line end or tab, an HTML tag, an HTML entity, or a character. */
function readMarkup(text: string, position: number): { symbol: string; length: number } {
  if (/^\\[rnt]$/.test(text.slice(position, position + 2))) return { symbol: ' ', length: 2 };
  tagPattern.lastIndex = position;
  const [element] = (text[position] === '<' ? tagPattern.exec(text) : null) ?? [];
  if (element !== undefined) return { symbol: ' ', length: element.length };
  entityPattern.lastIndex = position;
  const [markup = '', name = ''] = (text[position] === '&' ? entityPattern.exec(text) : null) ?? [];
  const symbol = readEntity(name);
  if (symbol !== undefined) return { symbol, length: markup.length };
  const codePoint = text.codePointAt(position) ?? 0;
  return { symbol: findSymbol(codePoint), length: codePoint > 0xffff ? 2 : 1 };
}

function readEntity(name: string): string | undefined {
  if (!name.startsWith('#')) return symbolsByEntity.get(name.toLowerCase());
  const isHex = /^#x/i.test(name);
  const codePoint = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return codePoint <= 0x10ffff ? findSymbol(codePoint) : undefined;
}

const symbolsByEntity = new Map(
  Object.entries({
    ' ': 'nbsp ensp emsp thinsp',
    '': 'shy zwnj zwj',
    '-': 'ndash mdash hyphen dash minus',
    '>': 'quot apos lsquo rsquo ldquo rdquo laquo raquo gt',
  }).flatMap(([symbol, names]) => names.split(' ').map((name): [string, string] => [name, symbol])),
);

/**
 * The character classes of the format document, as hexadecimal code points. If several classes contain a character, it
 * belongs to the first of them.
 */
export const characterClasses: readonly (readonly [symbol: string, ranges: string])[] = [
  [' ', '9-D 20 A0 1680 2000-200A 2028-2029 202F 205F 3000'],
  [
    '',
    '0-1F 7F-9F AD 300-36F 61C 180B-180F 1AB0-1AFF 1DC0-1DFF 200B-200F 202A-202E 2060-206F 20D0-20FF FE00-FE0F ' +
      'FE20-FE2F FEFF FFF9-FFFB E0000-E0FFF',
  ],
  [
    '-',
    '2D 2D7 58A 5BE 1400 1806 2010-2015 2043 2212 2500-2501 2E17 2E1A 2E3A-2E3B 2E40 301C 3030 30A0 30FC FE31-FE32 ' +
      'FE58 FE63 FF70',
  ],
  ['>', '22 27 2A 3E 5C 5F-60 7C 7E AB B4 BB 2018-201F 2032-2033 2039-203A'],
  [
    '.',
    '21-2F 3A-40 5B-60 7B-7E A1-BF D7 F7 2016-205E 20A0-20CF 2190-2BFF 2E00-2E7F 3001-3020 E000-F8FF FE10-FE6F ' +
      'FF5F-FF65 FFFC 1F000-1FAFF',
  ],
];

const ranges = characterClasses.flatMap(([symbol, rangeList]) =>
  rangeList.split(' ').map((range) => {
    const [first = '', last = first] = range.split('-');
    return { symbol, first: Number.parseInt(first, 16), last: Number.parseInt(last, 16) };
  }),
);

/** Returns the symbol of a code point. A full-width character counts as its ASCII form, and the Turkish dotless i as I. */
function findSymbol(codePoint: number): string {
  const halfWidthPoint = codePoint >= 0xff01 && codePoint <= 0xff5e ? codePoint - 0xfee0 : codePoint;
  if (halfWidthPoint === 0x131) return 'I';
  const character = String.fromCodePoint(halfWidthPoint);
  if (/^[0-9A-Za-z]$/.test(character)) return character.toUpperCase();
  return ranges.find(({ first, last }) => halfWidthPoint >= first && halfWidthPoint <= last)?.symbol ?? '?';
}
