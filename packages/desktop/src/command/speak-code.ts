import { printCheckedLines } from '@basics/licensing/line-check.ts';
import { spellLine } from '@basics/licensing/spelling-alphabet.ts';
import type { Environment } from './environment.ts';

/** Returns the lines in which a code is read aloud. Each line has the words that spell its groups of characters. */
export const createSpokenLines = (code: string): { line: string; words: string[] }[] =>
  printCheckedLines(code).map((line) => ({ line, words: spellLine(line) }));

/** Prints a code in the spelling alphabet. In a terminal, each line is printed after the user has confirmed the previous line. */
export async function speakCode(code: string, environment: Environment): Promise<void> {
  const lines = createSpokenLines(code);
  for (const [index, { line, words }] of lines.entries()) {
    const title = `Line ${index + 1} of ${lines.length}: ${line}`;
    environment.print([title, ...words.map((group) => `  ${group}`)].join('\n'));
    const isConfirmed = index === lines.length - 1 || environment.terminal === undefined;
    if (!isConfirmed) await environment.ask?.(`Press Enter when line ${index + 1} is confirmed. `, false);
  }
}
