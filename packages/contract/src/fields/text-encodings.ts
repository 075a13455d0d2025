/**
 * The encodings of text files that spreadsheet programs write, by their names in the Encoding Standard of WHATWG. The 8-bit encodings are
 * in the order in which a reader is asked about them.
 */
export const textEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'macintosh',
] as const;
export type TextEncoding = (typeof textEncodings)[number];

const codePages = [
  'windows-1252',
  'windows-1250',
  'iso-8859-2',
  'windows-1254',
  'windows-1251',
  'windows-1253',
  'macintosh',
] as const;

/** Browsers and Node.js have this class; the API contract uses the types of neither. */
declare const TextDecoder: new (
  encoding: string,
  options?: { fatal: boolean },
) => { decode: (bytes: Uint8Array) => string };

export const decodeText = (bytes: Uint8Array, encoding: TextEncoding): string =>
  new TextDecoder(encoding).decode(bytes);

/**
 * Returns the encodings that a file can have, the most likely encoding first. One encoding means that it is certain: the byte-order mark
 * or the bytes prove it, or no other code page makes words of the letters. Several encodings mean that a reader must choose, because each
 * of them makes other words. Encodings with the same text count as one.
 */
export function detectEncodings(bytes: Uint8Array): readonly [TextEncoding, ...TextEncoding[]] {
  const unicodeEncoding = detectUnicode(bytes);
  if (unicodeEncoding !== null) return [unicodeEncoding];
  const sample = joinForeignLines(bytes);
  const readings = codePages
    .flatMap((encoding) => {
      const text = decodeExactly(sample, encoding);
      return text === null ? [] : [{ encoding, text, ...findOddWords(text, encoding) }];
    })
    .filter(({ text }, index, all) => all.findIndex((other) => other.text === text) === index)
    .toSorted((first, second) => computeOddity(first) - computeOddity(second));
  const [best, ...others] = readings;
  if (!best) return ['windows-1252'];
  const isBestLikely =
    best.words.size >= fewestWords && best.oddWords.size === 0 && isWrittenToday(best.encoding, bytes);
  const possibleReadings = others.filter(
    (reading) => !isBestLikely || computeOddity(leaveOutWords(reading, best.words)) <= acceptedOddity,
  );
  return [best.encoding, ...possibleReadings.map(({ encoding }) => encoding)];
}

/** Fewer words with letters beyond ASCII can make sense in a wrong encoding by chance. */
const fewestWords = 3;

/**
 * Spreadsheet programs write the code page of Windows, or on a Mac lines that end in CR. Other bytes prove nothing: DOS ends lines with LF, and
 * its letters look like others of a Mac, and the parts 2, 3, 4 and 10 of ISO 8859 differ in a few letters.
 */
const isWrittenToday = (encoding: TextEncoding, bytes: Uint8Array): boolean =>
  encoding === 'macintosh' ? !bytes.includes(0x0a) : encoding.startsWith('windows');

/** Finds the lines that show the encoding: those with letters that each encoding decodes in its own way. Returns at most `limit` lines. */
export const findForeignLines = (text: string, limit: number): string[] =>
  text
    .split(/[\r\n]+/)
    .filter((line) => /\P{ASCII}/u.test(line))
    .slice(0, limit);

function detectUnicode(bytes: Uint8Array): TextEncoding | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  return detectUtf16(bytes.subarray(0, 2000)) ?? (decodeExactly(bytes, 'utf-8') === null ? null : 'utf-8');
}

/** Detects UTF-16 without a byte-order mark: every second byte of its ASCII characters, such as separators and names of columns, is 0. */
function detectUtf16(bytes: Uint8Array): TextEncoding | null {
  const countZeros = (offset: number): number =>
    bytes.filter((byte, index) => byte === 0 && index % 2 === offset).length;
  const [high, low] = [countZeros(0), countZeros(1)];
  const expectedZeros = bytes.length / 8;
  if (low > expectedZeros && high * 10 < low) return 'utf-16le';
  return high > expectedZeros && low * 10 < high ? 'utf-16be' : null;
}

function decodeExactly(bytes: Uint8Array, encoding: TextEncoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null; // These bytes are not text in this encoding.
  }
}

const maxSampleLines = 1000;

/** Joins the first lines with bytes beyond ASCII, and each later line with such a byte that no line before it has. */
function joinForeignLines(bytes: Uint8Array): Uint8Array {
  const knownBytes = new Set<number>();
  const lines: Uint8Array[] = [];
  let start = 0;
  let isForeign = false;
  let isNew = false;
  for (let index = 0; index <= bytes.length; index += 1) {
    const byte = bytes[index] ?? 0x0a;
    if (byte >= 0x80) {
      isForeign = true;
      isNew ||= !knownBytes.has(byte);
      knownBytes.add(byte);
    }
    if (byte !== 0x0a && byte !== 0x0d) continue;
    if (isNew || (isForeign && lines.length < maxSampleLines)) lines.push(bytes.subarray(start, index));
    start = index + 1;
    isForeign = false;
    isNew = false;
  }
  const sample = new Uint8Array(lines.reduce((length, line) => length + line.length + 1, 0)).fill(0x0a);
  let length = 0;
  for (const line of lines) {
    sample.set(line, length);
    length += line.length + 1;
  }
  return sample;
}

/** The words of a text with letters beyond ASCII, and those of them that no language writes. */
type Words = { words: ReadonlySet<string>; oddWords: ReadonlySet<string> };

/** A text with a larger share of odd words is not in the encoding with which it was decoded. */
const acceptedOddity = 0.1;

const computeOddity = ({ words, oddWords }: Words): number => oddWords.size / Math.max(words.size, 1);

const leaveOutWords = ({ words, oddWords }: Words, otherWords: ReadonlySet<string>): Words => ({
  words: new Set([...words].filter((word) => !otherWords.has(word))),
  oddWords: new Set([...oddWords].filter((word) => !otherWords.has(word))),
});

function findOddWords(text: string, encoding: TextEncoding): Words {
  const words = text
    .split(/[\s!-@[-`{-~]+/u)
    .map((word) => word.replaceAll(edgePattern, ''))
    .filter((word) => /\P{ASCII}/u.test(word));
  const latinWords = words.filter(isLatin);
  const otherWords = words.filter((word) => !isLatin(word));
  // A language in Latin letters needs ASCII letters, a language in Greek or Cyrillic letters needs vowels, and its names begin with capitals.
  const isLatinOdd = computeShare(latinWords, /[a-z]/gi) < 0.3;
  const areOthersOdd =
    computeShare(otherWords, /[аеёиоуыэюяіїєαεηιουωάέήίόύώϊϋ]/giu) < 0.25 ||
    !otherWords.some((word) => /\p{Lu}/u.test(word));
  const oddWords = words.filter((word) => (isLatin(word) ? isLatinOdd : areOthersOdd) || isOddWord(word, encoding));
  return { words: new Set(words), oddWords: new Set(oddWords) };
}

const isLatin = (word: string): boolean => /\p{Script=Latin}/u.test(word);

function computeShare(words: readonly string[], letters: RegExp): number {
  const text = words.join('');
  return text.length < shortestSample ? 1 : [...text.matchAll(letters)].length / text.length;
}

/** Fewer letters do not show which letters a language uses. */
const shortestSample = 12;

/** Matches the signs that stand before and after words in many languages. */
const edgePattern = /^[«»„“”‚‘’–—…·•¿¡]+|[«»„“”‚‘’–—…·•°ºª€©®™§№]+$/gu;

const isOddWord = (word: string, encoding: TextEncoding): boolean =>
  // Signs inside a word, control characters, ligatures, and letters that are signs.
  /[^\p{L}\p{M}’‘]|[\p{Lm}ƒﬁﬂ]/u.test(word) ||
  /\p{Ll}\p{Lu}|\p{L}\p{Lu}\p{Ll}/u.test(word) ||
  (isLatin(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)) ||
  (encoding !== 'windows-1254' && word.includes('ı')) ||
  // In Greek, one form of sigma stands at the end of words, and the other one everywhere else.
  /ς\p{L}|\p{Script=Greek}σ$|[ΰΐ]/u.test(word);
