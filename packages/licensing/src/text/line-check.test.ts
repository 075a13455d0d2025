import { describe, expect, test } from 'vitest';
import { computeLineCheck, printCheckedLines } from './line-check.ts';
import { createSignerFromSeed, nodePrimitives } from '../node-primitives.ts';
import { readLicenceCode } from '../licence-code.ts';
import { sampleCodes } from '../testing/samples.ts';
import { readVerificationCode } from '../verification-code.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const lines = printCheckedLines(sampleCodes.verificationCode);

/** Returns why a verification code with one changed line is refused; undefined if the code is accepted. */
function findRefusal(line: number, changedLine: string): { code: string; line?: number } | undefined {
  const reading = readVerificationCode(lines.with(line, changedLine).join('\n'), nodePrimitives);
  return reading.ok ? undefined : reading.refusal;
}

/** Returns the positions of the characters and check characters in a line, without prefix, dashes and `U`. */
const findPositions = (line: string): number[] =>
  Array.from(line.replace(/^BV-/, '---')).flatMap((character, index) => (/[-U]/.test(character) ? [] : [index]));

describe('check characters of printed lines', () => {
  test('the printed lines of a verification code equal the example in docs/licence-format.md', () => {
    expect(lines).toEqual([
      'BV-240G01-R10000-30S28R-CF6FRM-U10-',
      'R549VZ-WJA1YW-Z5R108-1G8186-U2E-',
      '0W46NZ-C6R07M-8HAK9D-A4YM1D-UME-',
      '6H33EJ-SJA5C2-RSP6A8-UWA',
    ]);
  });

  test('codes are read with and without check characters', () => {
    const readCode = (text: string) => readVerificationCode(text, nodePrimitives);
    expect(readCode(lines.join('\n'))).toEqual(readCode(sampleCodes.verificationCode));
    for (const text of [lines.join(''), lines.join(' '), lines.join('\n').replaceAll('-', ' ').toLowerCase()]) {
      expect(readCode(text)).toMatchObject({ ok: true, value: { text: sampleCodes.verificationCode } });
    }
    expect(readCode(lines.join('\n').replaceAll(/[-\n]/g, ''))).toMatchObject({ ok: true });
    const keys = [createSignerFromSeed(Uint8Array.from({ length: 32 }, (_, index) => index)).publicKey];
    const licence = readLicenceCode(printCheckedLines(sampleCodes.licenceCode).join('\n'), keys, nodePrimitives);
    expect(licence).toMatchObject({ ok: true, value: { text: sampleCodes.licenceCode } });
  });

  test('a printed code with a single wrong character is refused with the number of the wrong line', () => {
    const unnoticedErrors = lines.flatMap((line, index) =>
      findPositions(line).flatMap((at) =>
        Array.from(alphabet).flatMap((character) => {
          const changedLine = `${line.slice(0, at)}${character}${line.slice(at + 1)}`;
          const refusal = findRefusal(index, changedLine);
          const isCheckCharacter = at > line.indexOf('U');
          const isDetected =
            changedLine === line || isCheckCharacter
              ? refusal === undefined
              : refusal?.code === 'CODE_TYPO' && refusal.line === index + 1;
          return isDetected ? [] : [changedLine];
        }),
      ),
    );
    expect(unnoticedErrors).toEqual([]);
  });

  test('a printed code with two swapped neighbouring characters is refused with the number of the wrong line', () => {
    const unnoticedErrors = lines.flatMap((line, number) => {
      const positions = findPositions(line);
      return positions.flatMap((leftPosition, index) => {
        const rightPosition = positions[index + 1] ?? leftPosition;
        const changedLine = line
          .split('')
          .with(leftPosition, line.charAt(rightPosition))
          .with(rightPosition, line.charAt(leftPosition))
          .join('');
        const isHarmless = changedLine === line || leftPosition > line.indexOf('U');
        const refusal = findRefusal(number, changedLine);
        const isDetected = isHarmless ? refusal === undefined : refusal?.line === number + 1;
        return isDetected ? [] : [changedLine];
      });
    });
    expect(unnoticedErrors).toEqual([]);
  });

  test('two lines in the wrong order, and a line too many or too few, are refused with the number of the first wrong line', () => {
    const [first = '', second = '', third = '', fourth = ''] = lines;
    const findWrongLine = (...linesToRead: string[]) => {
      const reading = readVerificationCode(linesToRead.join('\n'), nodePrimitives);
      return reading.ok ? 'read' : reading.refusal.line;
    };
    expect(findWrongLine(first, third, second, fourth)).toBe(2);
    expect(findWrongLine(first, third, fourth)).toBe(2);
    expect(findWrongLine(first, second, second, third, fourth)).toBe(3);
    expect(findWrongLine(first, second.replace('WJA1YW', 'WJA1Y'), third, fourth)).toBe(2);
    expect(findWrongLine(first, second.replace('WJA1YW', 'WJA1YWW'), third, fourth)).toBe(2);
    expect(findWrongLine(first, second, third)).toBeUndefined();
  });

  test('ordinary words after a code are not mistaken for its check characters', () => {
    const code = sampleCodes.verificationCode;
    for (const text of [`${code} und danke`, `${code} UPS`, `${code} U`]) {
      expect(readVerificationCode(text, nodePrimitives)).toMatchObject({ ok: true, value: { text: code } });
    }
    const mistypedReading = readVerificationCode(`${code.replace('R549VZ', 'R548VZ')} und danke`, nodePrimitives);
    expect(mistypedReading).toEqual({ ok: false, refusal: { code: 'CODE_TYPO' } });
  });

  test('the check characters of a line are the remainder after a division by the polynomial X² + 3X + 2', () => {
    expect(computeLineCheck(1, [])).toBe('32');
    expect(computeLineCheck(1, [3, 2])).toBe('00');
    expect(computeLineCheck(33, [7])).toBe(computeLineCheck(1, [7]));
  });
});
