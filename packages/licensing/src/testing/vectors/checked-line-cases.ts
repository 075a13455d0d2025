import { printCheckedLines } from '#licensing/text/line-check.ts';
import { sampleCodes } from '#licensing/testing/samples.ts';
import { createRandomNumbers } from './manglings.ts';
import type { ExpectedRefusal, VectorCase } from './vector-case.ts';

const lines = printCheckedLines(sampleCodes.verificationCode);
const [first = '', second = '', third = '', fourth = ''] = lines;
const createTypoRefusal = (line: number, otherFields: Partial<ExpectedRefusal> = {}): ExpectedRefusal => ({
  refusal: 'CODE_TYPO',
  ...otherFields,
  line,
});

const refusedLines: Record<string, [text: readonly string[], expect: ExpectedRefusal]> = {
  'lines in the wrong order': [[first, third, second, fourth], createTypoRefusal(2)],
  'a missing line': [[first, third, fourth], createTypoRefusal(2)],
  'only three lines': [[first, second, third], { refusal: 'CODE_INCOMPLETE', found: 72, expected: 90 }],
  'a character too few': [
    [first, second.replace('WJA1YW', 'WJA1Y'), third, fourth],
    createTypoRefusal(2, { found: 47 }),
  ],
  'a character too many': [
    [first, second.replace('WJA1YW', 'WJA1YW7'), third, fourth],
    createTypoRefusal(2, { found: 49 }),
  ],
  'a wrong version': [[first.replace('24', '28'), second, third, fourth], createTypoRefusal(1)],
  'a wrong length of the name': [[first, second, third.replace('C6R07M', 'C6R27M'), fourth], createTypoRefusal(3)],
  'a foreign check character': [
    [first, second.replace('U2E', 'U2U'), third.replace('8', '9'), fourth],
    createTypoRefusal(2),
  ],
  'two wrong lines': [[first, second.replace('Z5', 'Y5'), third.replace('8', '9'), fourth], createTypoRefusal(2)],
};

const readableTexts: Record<string, string> = {
  'wrong check characters of a right code': lines.join('\n').replace('U2E', 'U2F'),
  'check characters of three lines': [first, second, third, fourth.replace(/-U..$/, '')].join('\n'),
  'a word of three letters behind it': `${sampleCodes.verificationCode} und danke`,
};

/** Printed lines with check characters: written, read, and refused with the number of the wrong line. */
export function createCheckedLineCases(): VectorCase[] {
  const kind = 'verification-code';
  const claims = {
    reason: 'new',
    toolId: 7,
    toolVersion: { major: 1, minor: 0, patch: 1 },
    fingerprint: '83224618f33f14c1489dff92507dcf97',
    nonce: '0102030405060708',
    createdAt: 1_795_000_000,
    machineName: 'DESKTOP-4F7K2QX',
  };
  return [
    ...Object.entries({ verification: sampleCodes.verificationCode, licence: sampleCodes.licenceCode }).map(
      ([name, text]): VectorCase => {
        const id = `checked-lines: a ${name} code`;
        return { id, kind: 'checked-lines', text, expect: printCheckedLines(text) };
      },
    ),
    ...Object.entries(readableTexts).map(([caseName, text]): VectorCase => {
      return { id: `${kind}: lines with ${caseName}`, kind, text, expect: claims };
    }),
    ...Object.entries(refusedLines).map(([caseName, [changedLines, expect]]): VectorCase => {
      return { id: `${kind}: lines with ${caseName}`, kind, text: changedLines.join('\n'), expect };
    }),
    ...createMistypedLineCases(),
  ];
}

/** Codes with one wrong character each, at a random position of a random line. */
function createMistypedLineCases(): VectorCase[] {
  const nextNumber = createRandomNumbers(2);
  return Array.from({ length: 24 }, (_, index): VectorCase => {
    const line = index % lines.length;
    const text = lines[line] ?? '';
    const positions = Array.from(text).flatMap((character, at) =>
      /[-BVU]/.test(character) || at > text.indexOf('U') ? [] : [at],
    );
    const at = positions[nextNumber(positions.length)] ?? 0;
    const wrongCharacter = text.charAt(at) === 'Z' ? 'Y' : 'Z';
    const changedLine = `${text.slice(0, at)}${wrongCharacter}${text.slice(at + 1)}`;
    return {
      id: `verification-code: lines with a wrong character ${index + 1}`,
      kind: 'verification-code',
      text: lines.with(line, changedLine).join('\n'),
      expect: createTypoRefusal(line + 1),
    };
  });
}
