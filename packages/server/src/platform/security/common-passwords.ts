import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Words that guessers try first: names, places, months, teams, brands, keyboard runs. Lists of common passwords themselves block
 * nothing under the specified rule, so words are compared with what is left of a password without its decoration.
 */
const commonWords: ReadonlySet<string> = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split(/\s+/)
    .filter(Boolean),
);

/** Words of this product, which its own users think of first. */
const productWords = ['basics', 'portal', 'basicsportal', 'config', 'rail', 'configrail', 'licence', 'license'];

const rows = [
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  '12345678901234567890',
];
const runs = rows.flatMap((row) => [row, Array.from(row).toReversed().join('')]);

/**
 * Whether a password is a common word in disguise: in other letter case, with digits that look like letters, with digits and
 * symbols around it or between, written twice or backwards; a run of keys or one sign over and over. `about` are the words of the
 * person (names, company, login) and of the place, which OWASP ASVS 6.2.11 asks for.
 */
export function isCommonPassword(password: string, about: readonly string[] = []): boolean {
  const plain = plainOf(password);
  const own = new Set([...productWords, ...about.flatMap(wordsIn)]);
  const isWord = (core: string): boolean => commonWords.has(core) || own.has(core) || isTwoOf(own, core);
  return [...coresOf(plain)].some((core) => isWord(core) || isRun(core));
}

/** Without marks, in lower case, composed alike. */
const plainOf = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');

/** `Ann-Kathrin` gives itself in one word and each of its parts, an address both of its sides. */
function wordsIn(text: string): string[] {
  const sides = plainOf(text)
    .split('@')
    .map((side) => side.match(/\p{L}+/gu) ?? []);
  return sides.flatMap((parts) => [...parts, parts.join('')]).filter((word) => word.length >= 2);
}

const isTwoOf = (words: ReadonlySet<string>, core: string): boolean =>
  [...words].some((word) => core.startsWith(word) && words.has(core.slice(word.length)));

/** One sign over and over, or a stretch of a row of keys or of the alphabet, in either direction. */
const isRun = (core: string): boolean =>
  core.length >= 4 && (/^(.)\1*$/u.test(core) || runs.some((run) => run.includes(core)));

/** What may be left of a password when its decoration is taken off; there are several readings of most. */
function coresOf(plain: string): Set<string> {
  const stripped = plain.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const cores = new Set<string>();
  for (const text of [plain, stripped, ...withoutSomeOfTheEnds(plain)])
    for (const letters of [text, ...readings.map((reading) => undisguised(text, reading))])
      for (const core of [letters, letters.replaceAll(/[^\p{L}]/gu, '')])
        for (const once of [core, halfOf(core)]) {
          cores.add(once);
          cores.add(Array.from(once).toReversed().join(''));
        }
  cores.delete('');
  return cores;
}

/**
 * The ends of a password can be decoration or letters in disguise (`bo$$2024!`), and nothing says where the one becomes the other:
 * each place is tried, up to as many as people use.
 */
function* withoutSomeOfTheEnds(plain: string): Generator<string> {
  const head = /^[^\p{L}]*/u.exec(plain)?.[0].length ?? 0;
  const tail = /[^\p{L}]*$/u.exec(plain)?.[0].length ?? 0;
  for (let start = 0; start <= Math.min(head, mostDecoration); start += 1)
    for (let end = 0; end <= Math.min(tail, mostDecoration); end += 1) yield plain.slice(start, plain.length - end);
}

const mostDecoration = 8;

const always = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '€': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '8': 'b',
  '9': 'g',
  '(': 'c',
};
/** Signs that look like more than one letter. */
const readings: readonly Readonly<Record<string, string>>[] = [
  { ...always, '1': 'i', '!': 'i', '|': 'i', '6': 'g', '2': 'z' },
  { ...always, '1': 'l', '!': 'l', '|': 'l', '6': 'b', '2': 'z' },
];

const undisguised = (text: string, reading: Readonly<Record<string, string>>): string =>
  Array.from(text, (sign) => reading[sign] ?? sign).join('');

/** `wordword` is no better than `word`. */
function halfOf(core: string): string {
  const half = core.slice(0, core.length / 2);
  return half + half === core ? half : core;
}
