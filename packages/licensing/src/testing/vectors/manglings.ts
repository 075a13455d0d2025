import { printCheckedLines } from '#licensing/text/line-check.ts';
import { printCode } from '#licensing/text/text-form.ts';

/**
 * The changes that mail clients, editors and people make to a code, each with its name. A reader must accept every code
 * that is changed in one of these ways.
 */
export const manglings: Readonly<Record<string, (code: string) => string>> = {
  'on one line': (code) => code,
  'as printed': (code) => printCode(code),
  'with check characters': (code) => printCheckedLines(code).join('\n'),
  'with check characters, without dashes': (code) => printCheckedLines(code).join('').replaceAll('-', ''),
  'with check characters, with blanks for dashes': (code) => printCheckedLines(code).join(' ').replaceAll('-', ' '),
  'with check characters, quoted, in lower case': (code) => `> ${printCheckedLines(code).join('\n> ').toLowerCase()}`,
  'with CRLF line ends': (code) => printCode(code).replaceAll('\n', '\r\n'),
  'in lower case': (code) => code.toLowerCase(),
  'with O for 0 and I for 1': (code) => code.replaceAll('0', 'O').replaceAll('1', 'I'),
  'with o for 0 and l for 1': (code) => code.replaceAll('0', 'o').replaceAll('1', 'l'),
  'without dashes': (code) => code.replaceAll('-', ''),
  'with blanks for dashes': (code) => code.replaceAll('-', ' '),
  'with a blank after its prefix': (code) => code.replace('-', ' '),
  'with nothing after its prefix, in lower case': (code) => code.replace('-', '').toLowerCase(),
  'without its prefix': (code) => code.slice(3),
  'without its prefix and dashes, in lower case': (code) => code.slice(3).replaceAll('-', '').toLowerCase(),
  'with no-break spaces for dashes': (code) => code.replaceAll('-', '\u00a0'),
  'with zero-width spaces': (code) => code.replaceAll('-', '-\u200b'),
  'with soft hyphens for dashes': (code) => code.replaceAll('-', '\u00ad'),
  'with en dashes': (code) => code.replaceAll('-', '\u2013'),
  'with minus signs': (code) => code.replaceAll('-', '\u2212'),
  'quoted twice': (code) => printCode(code).replace(/^/gm, '> > '),
  'in curly quotes': (code) => `\u201c${code}\u201d`,
  'with a byte-order mark': (code) => `\ufeff${code}`,
  indented: (code) => printCode(code).replace(/^/gm, '\t  '),
  'after a sentence': (code) => `Dear Sir,\nyour code is:\n${printCode(code)}\nBest regards`,
};

/**
 * Creates a function that returns pseudorandom whole numbers below `limit`, the same sequence for the same seed (linear
 * congruential generator of Numerical Recipes).
 */
export function createRandomNumbers(seed: number): (limit: number) => number {
  let randomState = seed;
  return (limit) => {
    randomState = (Math.imul(randomState, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((randomState / 2 ** 32) * limit);
  };
}
