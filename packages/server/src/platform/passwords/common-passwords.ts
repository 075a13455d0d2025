import { readFileSync } from 'node:fs';

/**
 * Words that people who guess passwords try first: names, places, months, teams, brands, and runs of keys such as `qwerty`. The list has
 * words and not complete passwords, because the specified password rule already refuses most common passwords. A password is compared with
 * these words after its decoration (digits and symbols around the word) is removed.
 */
const commonWords: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split(/\s+/)
    .filter(Boolean),
);

/** Words of this product, which its users think of first. */
const productWords = ['basics', 'portal', 'basicsportal', 'config', 'rail', 'configrail', 'licence', 'license'];

const keyboardRows = [
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  '12345678901234567890',
];
const keyRuns = keyboardRows.flatMap((row) => [row, Array.from(row).toReversed().join('')]);

/**
 * Returns whether a password is only a common word, a run of keys, or one repeated character. A common word counts also in another letter
 * case, with digits that look like letters, with digits and symbols around or inside it, written twice, or backwards. `personalTexts`
 * contains the user's names, company and login; their words are refused too, as OWASP ASVS 6.2.11 requires.
 */
export function isCommonPassword(password: string, personalTexts: readonly string[] = []): boolean {
  const normalisedPassword = normalise(password);
  const personalWords = new Set([...productWords, ...personalTexts.flatMap(listWords)]);
  const isWord = (core: string): boolean =>
    commonWords.has(core) || personalWords.has(core) || isPairOfWords(personalWords, core);
  return [...listCores(normalisedPassword)].some((core) => isWord(core) || isKeyRun(core));
}

/** Returns the text without accents, in lower case, in one Unicode normalisation form. */
const normalise = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');

/**
 * Splits a text into words: `Ann-Kathrin` gives the complete word and its two parts, and an e-mail address gives the parts before and after the
 * @.
 */
function listWords(text: string): string[] {
  const loginParts = normalise(text)
    .split('@')
    .map((side) => side.match(/\p{L}+/gu) ?? []);
  return loginParts.flatMap((parts) => [...parts, parts.join('')]).filter((word) => word.length >= 2);
}

const isPairOfWords = (words: ReadonlySet<string>, core: string): boolean =>
  [...words].some((word) => core.startsWith(word) && words.has(core.slice(word.length)));

/** Returns whether a text is one repeated character, or a part of a keyboard row or of the alphabet, in either direction. */
const isKeyRun = (core: string): boolean =>
  core.length >= 4 && (/^(.)\1*$/u.test(core) || keyRuns.some((run) => run.includes(core)));

/** Lists the possible words in a password without its decoration; most passwords have several. */
function listCores(normalisedPassword: string): Set<string> {
  const strippedPassword = normalisedPassword.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const cores = new Set<string>();
  for (const text of [normalisedPassword, strippedPassword, ...listWithoutEnds(normalisedPassword)])
    for (const letters of [text, ...ambiguousReadings.map((reading) => removeDisguise(text, reading))])
      for (const core of [letters, letters.replaceAll(/[^\p{L}]/gu, '')])
        for (const readWord of [core, findHalf(core)]) {
          cores.add(readWord);
          cores.add(Array.from(readWord).toReversed().join(''));
        }
  cores.delete('');
  return cores;
}

/**
 * The ends of a password can be decoration or disguised letters (`bo$$2024!`). It is unknown where the decoration ends, so every possible
 * end is tried, up to the usual length of decoration.
 */
function* listWithoutEnds(normalisedPassword: string): Generator<string> {
  const leadingSigns = /^[^\p{L}]*/u.exec(normalisedPassword)?.[0].length ?? 0;
  const trailingSigns = /[^\p{L}]*$/u.exec(normalisedPassword)?.[0].length ?? 0;
  for (let start = 0; start <= Math.min(leadingSigns, maxDecoration); start += 1)
    for (let end = 0; end <= Math.min(trailingSigns, maxDecoration); end += 1)
      yield normalisedPassword.slice(start, normalisedPassword.length - end);
}

const maxDecoration = 8;

const fixedReadings = {
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
/**
 * The letters for which a character can stand. Each of the two tables reads the ambiguous characters, such as `1`, as a different letter.
 */
const ambiguousReadings: readonly Readonly<Record<string, string>>[] = [
  { ...fixedReadings, '1': 'i', '!': 'i', '|': 'i', '6': 'g', '2': 'z' },
  { ...fixedReadings, '1': 'l', '!': 'l', '|': 'l', '6': 'b', '2': 'z' },
];

const removeDisguise = (text: string, reading: Readonly<Record<string, string>>): string =>
  Array.from(text, (sign) => reading[sign] ?? sign).join('');

/** Returns the first half of a text that consists of two equal halves, because `wordword` is as weak as `word`. */
function findHalf(core: string): string {
  const firstHalf = core.slice(0, core.length / 2);
  return firstHalf + firstHalf === core ? firstHalf : core;
}
