import { expect, test } from 'vitest';
import { readDictation } from './dictated-code.ts';
import { printCheckedLines } from './line-check.ts';
import { nodePrimitives } from './node-primitives.ts';
import { vector } from './testing/samples.ts';
import { numbersFrom } from './testing/vectors/manglings.ts';
import { readVerificationCode, writeVerificationCode } from './verification-code.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const claims = {
  scheme: 1,
  reason: 'new',
  toolId: 7,
  toolVersion: { major: 1, minor: 0, patch: 1 },
  fingerprint: new Uint8Array(16).fill(0xa5),
  createdAt: 1_795_000_000,
} as const;

/** Lines as somebody types them: without prefix, dashes and U. */
const typeLines = (code: string): string[] =>
  printCheckedLines(code).map((line) => line.replace(/^BV-/, '').replaceAll(/[-U]/g, ''));

const statesOf = (texts: readonly string[]): string[] => readDictation(texts).lines.map(({ state }) => state);

test('in 100 dictated codes with one wrong character each, the wrong line is named', () => {
  const next = numbersFrom(3);
  const tries = Array.from({ length: 100 }, () => {
    const machineName = 'W'.repeat(next(33));
    const nonce = Uint8Array.from({ length: 8 }, () => next(256));
    const lines = typeLines(writeVerificationCode({ ...claims, machineName, nonce }, nodePrimitives));
    const wrong = next(lines.length);
    const line = lines[wrong] ?? '';
    const at = next(line.length);
    const others = alphabet.replace(line.charAt(at), '');
    const heard = lines.with(wrong, line.slice(0, at) + others.charAt(next(31)) + line.slice(at + 1));
    return { wrong, states: statesOf(heard), right: statesOf(lines) };
  });
  for (const { right } of tries) expect(new Set(right)).toEqual(new Set(['right']));
  expect(tries.filter(({ wrong, states }) => states[wrong] === 'wrong')).toHaveLength(100);
  expect(tries.filter(({ wrong, states }) => states.indexOf('wrong') !== wrong)).toEqual([]);
});

test('each wrong character of each line is noticed in that line', () => {
  const lines = typeLines(vector.verificationCode);
  const missed = lines.flatMap((line, index) =>
    Array.from(line).flatMap((right, at) =>
      Array.from(alphabet.replace(right, '')).flatMap((wrong) => {
        const states = statesOf(lines.with(index, line.slice(0, at) + wrong + line.slice(at + 1)));
        return states.indexOf('wrong') === index ? [] : [`${line} ${at} ${wrong}`];
      }),
    ),
  );
  expect(missed).toEqual([]);
});

test('the lines of a code give its text, however they are written', () => {
  for (const lines of [typeLines(vector.verificationCode), printCheckedLines(vector.verificationCode.toLowerCase())]) {
    const { text, ...rest } = readDictation(lines);
    expect(rest).toMatchObject({ found: 90, expected: 90, isExact: true });
    expect(readVerificationCode(text, nodePrimitives)).toMatchObject({ value: { text: vector.verificationCode } });
  }
});

test('while lines are typed, the least number of characters is known, and from the third line on the exact one', () => {
  const [first = '', second = '', third = ''] = typeLines(vector.verificationCode);
  expect(readDictation([])).toMatchObject({ found: 0, expected: 66, isExact: false, lines: [{}, {}, {}] });
  expect(readDictation([first, second.slice(0, 7)])).toMatchObject({
    found: 31,
    expected: 66,
    isExact: false,
    lines: [{ state: 'right' }, { state: 'typing', found: 7, expected: 26 }, { state: 'empty', expected: 20 }],
  });
  expect(readDictation([first, second, third.slice(0, 12)])).toMatchObject({
    found: 60,
    expected: 90,
    isExact: true,
    lines: [{}, {}, { state: 'typing', expected: 26 }, { state: 'empty', expected: 20 }],
  });
});

test('a letter that no code has, and a character too many, make a line wrong at once', () => {
  const [first = ''] = typeLines(vector.verificationCode);
  expect(statesOf(['24é'])[0]).toBe('wrong');
  expect(statesOf(['24U'])[0]).toBe('wrong');
  expect(statesOf([`${first}7`])[0]).toBe('wrong');
});
