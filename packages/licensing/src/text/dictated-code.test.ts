import { expect, test } from 'vitest';
import { readDictatedCode, typeIntoLine } from './dictated-code.ts';
import { printCheckedLines } from './line-check.ts';
import { nodePrimitives } from '../node-primitives.ts';
import { sampleCodes } from '../testing/samples.ts';
import { createRandomNumbers } from '../testing/vectors/manglings.ts';
import { readVerificationCode, writeVerificationCode } from '../verification-code.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const claims = {
  scheme: 1,
  reason: 'new',
  toolId: 7,
  toolVersion: { major: 1, minor: 0, patch: 1 },
  fingerprint: new Uint8Array(16).fill(0xa5),
  createdAt: 1_795_000_000,
} as const;

/**
 * Returns the lines of a code in the form in which a user types them: without the prefix, the dashes and the `U` before
 * the check characters.
 */
const typeLines = (code: string): string[] =>
  printCheckedLines(code).map((line) => line.replace(/^BV-/, '').replaceAll(/[-U]/g, ''));

const readLineStates = (texts: readonly string[]): string[] => readDictatedCode(texts).lines.map(({ state }) => state);

test('in 100 dictated codes with one wrong character each, the wrong line is found', () => {
  const nextNumber = createRandomNumbers(3);
  const attempts = Array.from({ length: 100 }, () => {
    const machineName = 'W'.repeat(nextNumber(33));
    const nonce = Uint8Array.from({ length: 8 }, () => nextNumber(256));
    const lines = typeLines(writeVerificationCode({ ...claims, machineName, nonce }, nodePrimitives));
    const wrongLine = nextNumber(lines.length);
    const line = lines[wrongLine] ?? '';
    const position = nextNumber(line.length);
    const otherCharacters = alphabet.replace(line.charAt(position), '');
    const dictatedLines = lines.with(
      wrongLine,
      line.slice(0, position) + otherCharacters.charAt(nextNumber(31)) + line.slice(position + 1),
    );
    return { wrong: wrongLine, states: readLineStates(dictatedLines), right: readLineStates(lines) };
  });
  for (const { right } of attempts) expect(new Set(right)).toEqual(new Set(['right']));
  expect(attempts.filter(({ wrong, states }) => states[wrong] === 'wrong')).toHaveLength(100);
  expect(attempts.filter(({ wrong, states }) => states.indexOf('wrong') !== wrong)).toEqual([]);
});

test('each single wrong character of a line is found in that line', () => {
  const lines = typeLines(sampleCodes.verificationCode);
  const unnoticedErrors = lines.flatMap((line, index) =>
    Array.from(line).flatMap((rightCharacter, position) =>
      Array.from(alphabet.replace(rightCharacter, '')).flatMap((wrongCharacter) => {
        const states = readLineStates(
          lines.with(index, line.slice(0, position) + wrongCharacter + line.slice(position + 1)),
        );
        return states.indexOf('wrong') === index ? [] : [`${line} ${position} ${wrongCharacter}`];
      }),
    ),
  );
  expect(unnoticedErrors).toEqual([]);
});

test('the lines of a code give the text of the code, typed with or without dashes, in upper or lower case', () => {
  for (const lines of [
    typeLines(sampleCodes.verificationCode),
    printCheckedLines(sampleCodes.verificationCode.toLowerCase()),
  ]) {
    const { text, ...rest } = readDictatedCode(lines);
    expect(rest).toMatchObject({ typedCount: 90, expectedCount: 90, isExact: true });
    expect(readVerificationCode(text, nodePrimitives)).toMatchObject({ value: { text: sampleCodes.verificationCode } });
  }
});

test('while a code is typed line by line, its minimum length is known, and after the third line its exact length', () => {
  const [first = '', second = '', third = ''] = typeLines(sampleCodes.verificationCode);
  expect(readDictatedCode([])).toMatchObject({ typedCount: 0, expectedCount: 66, isExact: false, lines: [{}, {}, {}] });
  expect(readDictatedCode([first, second.slice(0, 7)])).toMatchObject({
    typedCount: 31,
    expectedCount: 66,
    isExact: false,
    lines: [
      { state: 'right' },
      { state: 'typing', typedCount: 7, expectedCount: 26 },
      { state: 'empty', expectedCount: 20 },
    ],
  });
  expect(readDictatedCode([first, second, third.slice(0, 12)])).toMatchObject({
    typedCount: 60,
    expectedCount: 90,
    isExact: true,
    lines: [{}, {}, { state: 'typing', expectedCount: 26 }, { state: 'empty', expectedCount: 20 }],
  });
});

test.each(['BV-', 'BV ', 'BV', 'bv', 'B V ', 'b v - ', 'BV: ', '“BV” ', ''])(
  'the first line may begin with the prefix "%s"',
  (prefix) => {
    const lines = typeLines(sampleCodes.verificationCode);
    expect(readDictatedCode([prefix]).lines[0]).toMatchObject({ state: 'empty' });
    for (const typedLine of [lines[0] ?? '', printCheckedLines(sampleCodes.verificationCode)[0]?.slice(3) ?? '']) {
      const { text, lines: readLines } = readDictatedCode(lines.with(0, prefix + typedLine));
      expect(readLines[0]).toMatchObject({ state: 'right', typedCount: 26, expectedCount: 26 });
      expect(readVerificationCode(text, nodePrimitives)).toMatchObject({ ok: true });
    }
  },
);

test('characters after a right line belong to the next lines that are not right', () => {
  const [first = '', second = '', third = '', fourth = ''] = typeLines(sampleCodes.verificationCode);
  const [, printedSecond = ''] = printCheckedLines(sampleCodes.verificationCode);
  expect(typeIntoLine([], 0, `bv ${first}${printedSecond}${third.slice(0, 5)}`)).toEqual([
    first,
    second,
    third.slice(0, 5),
  ]);
  expect(typeIntoLine([`BV-${first}`, second, third, fourth], 0, `BV-${first}${second}`)).toEqual([
    `BV-${first}`,
    second,
    third,
    fourth,
  ]);
  expect(typeIntoLine([first, second, third], 1, `${second}7`)).toEqual([first, second, third, '7']);
  expect(typeIntoLine([first, second, third], 1, `7${second}`)).toEqual([first, `7${second}`, third, '']);
});

test('a line is wrong as soon as it contains a letter that no code contains, or one character too many', () => {
  const [first = ''] = typeLines(sampleCodes.verificationCode);
  expect(readLineStates(['24é'])[0]).toBe('wrong');
  expect(readLineStates(['24U'])[0]).toBe('wrong');
  expect(readLineStates([`${first}7`])[0]).toBe('wrong');
});
