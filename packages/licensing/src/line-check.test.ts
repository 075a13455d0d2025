import { describe, expect, test } from 'vitest';
import { computeLineCheck, printCheckedLines } from './line-check.ts';
import { createSignerFromSeed, nodePrimitives } from './node-primitives.ts';
import { readLicenceCode } from './licence-code.ts';
import { vector } from './testing/samples.ts';
import { readVerificationCode } from './verification-code.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const lines = printCheckedLines(vector.verificationCode);

/** The refusal of the lines with one of them changed; undefined for a code that reads. */
function findRefusal(line: number, changed: string): { code: string; line?: number } | undefined {
  const reading = readVerificationCode(lines.with(line, changed).join('\n'), nodePrimitives);
  return reading.ok ? undefined : reading.refusal;
}

/** The places of a line with characters and check characters, without prefix, dashes and `U`. */
const findPlaces = (line: string): number[] =>
  Array.from(line.replace(/^BV-/, '---')).flatMap((character, at) => (/[-U]/.test(character) ? [] : [at]));

describe('check characters of printed lines', () => {
  test('lines of a verification code, as in the format document', () => {
    expect(lines).toEqual([
      'BV-240G01-R10000-30S28R-CF6FRM-U10-',
      'R549VZ-WJA1YW-Z5R108-1G8186-U2E-',
      '0W46NZ-C6R07M-8HAK9D-A4YM1D-UME-',
      '6H33EJ-SJA5C2-RSP6A8-UWA',
    ]);
  });

  test('codes are read with and without them', () => {
    const read = (text: string) => readVerificationCode(text, nodePrimitives);
    expect(read(lines.join('\n'))).toEqual(read(vector.verificationCode));
    for (const text of [lines.join(''), lines.join(' '), lines.join('\n').replaceAll('-', ' ').toLowerCase()]) {
      expect(read(text)).toMatchObject({ ok: true, value: { text: vector.verificationCode } });
    }
    expect(read(lines.join('\n').replaceAll(/[-\n]/g, ''))).toMatchObject({ ok: true });
    const keys = [createSignerFromSeed(Uint8Array.from({ length: 32 }, (_, at) => at)).publicKey];
    const licence = readLicenceCode(printCheckedLines(vector.licenceCode).join('\n'), keys, nodePrimitives);
    expect(licence).toMatchObject({ ok: true, value: { text: vector.licenceCode } });
  });

  test('each wrong character names its line, and none is read as another code', () => {
    const missed = lines.flatMap((line, index) =>
      findPlaces(line).flatMap((at) =>
        Array.from(alphabet).flatMap((character) => {
          const changed = `${line.slice(0, at)}${character}${line.slice(at + 1)}`;
          const refusal = findRefusal(index, changed);
          const isCheck = at > line.indexOf('U');
          const isGood =
            changed === line || isCheck
              ? refusal === undefined
              : refusal?.code === 'CODE_TYPO' && refusal.line === index + 1;
          return isGood ? [] : [changed];
        }),
      ),
    );
    expect(missed).toEqual([]);
  });

  test('each swap of two neighbours names its line', () => {
    const missed = lines.flatMap((line, number) => {
      const places = findPlaces(line);
      return places.flatMap((left, index) => {
        const right = places[index + 1] ?? left;
        const changed = line.split('').with(left, line.charAt(right)).with(right, line.charAt(left)).join('');
        const isHarmless = changed === line || left > line.indexOf('U');
        const refusal = findRefusal(number, changed);
        const isGood = isHarmless ? refusal === undefined : refusal?.line === number + 1;
        return isGood ? [] : [changed];
      });
    });
    expect(missed).toEqual([]);
  });

  test('two lines in the wrong order, and a line too many or too few, name the first wrong line', () => {
    const [first = '', second = '', third = '', fourth = ''] = lines;
    const lineOf = (...some: string[]) => {
      const reading = readVerificationCode(some.join('\n'), nodePrimitives);
      return reading.ok ? 'read' : reading.refusal.line;
    };
    expect(lineOf(first, third, second, fourth)).toBe(2);
    expect(lineOf(first, third, fourth)).toBe(2);
    expect(lineOf(first, second, second, third, fourth)).toBe(3);
    expect(lineOf(first, second.replace('WJA1YW', 'WJA1Y'), third, fourth)).toBe(2);
    expect(lineOf(first, second.replace('WJA1YW', 'WJA1YWW'), third, fourth)).toBe(2);
    expect(lineOf(first, second, third)).toBeUndefined();
  });

  test('words behind a code are no check characters of it', () => {
    const code = vector.verificationCode;
    for (const text of [`${code} und danke`, `${code} UPS`, `${code} U`]) {
      expect(readVerificationCode(text, nodePrimitives)).toMatchObject({ ok: true, value: { text: code } });
    }
    const mistyped = readVerificationCode(`${code.replace('R549VZ', 'R548VZ')} und danke`, nodePrimitives);
    expect(mistyped).toEqual({ ok: false, refusal: { code: 'CODE_TYPO' } });
  });

  test('are the remainder of a division by X² + 3X + 2', () => {
    expect(computeLineCheck(1, [])).toBe('32');
    expect(computeLineCheck(1, [3, 2])).toBe('00');
    expect(computeLineCheck(33, [7])).toBe(computeLineCheck(1, [7]));
  });
});
