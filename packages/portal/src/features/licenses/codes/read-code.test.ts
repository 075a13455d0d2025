import { printCheckedLines } from '@basics/licensing/text/line-check.ts';
import { describe, expect, test } from 'vitest';
import { licenseCode, createVerificationCode } from '#portal/testing/records/licenses.ts';
import { hasLicence, hasSeveralCodes, readCode } from './read-code.ts';

const code = createVerificationCode({ createdAt: 1_795_000_000 });
const readError = (text: string): string | undefined => {
  const reading = readCode(text);
  return reading.ok ? undefined : reading.error;
};

test('the verification code of the test vectors is read with its PC, tool and time', () => {
  const reading = readCode(
    'BV-240G01-R10000-30S28R-CF6FRM-R549VZ-WJA1YW-Z5R108-1G8186-0W46NZ-C6R07M-8HAK9D-A4YM1D-6H33EJ-SJA5C2-RSP6A8',
  );
  expect(reading.ok && reading.code.claims).toMatchObject({
    machineName: 'DESKTOP-4F7K2QX',
    toolId: 7,
    toolVersion: { major: 1, minor: 0, patch: 1 },
    createdAt: 1_795_000_000,
  });
});

test.each([
  ['quoted by a mail client', `> ${code.slice(0, 40)}\r\n> ${code.slice(40)}`],
  ['in typographic dashes and no-break spaces', code.replaceAll('-', '\u2013').replace('\u2013', '\u2013\u00a0')],
  ['in small letters, O for 0', code.toLowerCase().replaceAll('0', 'o')],
  ['in the middle of a mail', `Hello,\nhere is my code:\n\n${code}\n\nKind regards`],
])('a code is read %s', (_, text) => {
  const reading = readCode(text);
  expect(reading.ok && reading.code.text).toBe(code);
});

const otherCode = createVerificationCode({ machineName: 'LAPTOP' });

test.each([
  ['one code', code, false],
  ['the same code twice', `${code}\n${code}`, false],
  ['a code and the name of a company', `${code}\nBasics Nederland BV - Amsterdam`, false],
  ['two codes', `${code}\n${otherCode}`, true],
  ['two codes without dashes', `${code} ${otherCode}`.replaceAll('-', ''), true],
  ['a code and a code that was cut', `${code}\n${otherCode.slice(0, 60)}`, true],
  ['a code and a code with a typing error', `${code}\n${otherCode.replace('240G01', '240G02')}`, true],
  ['only a code that was cut', otherCode.slice(0, 60), false],
])('%s: a text contains the codes of several PCs, or not', (_, text, isExpected) => {
  expect(hasSeveralCodes(text)).toBe(isExpected);
});

test.each([
  ['a verification code', code, false],
  ['a licence code', `${code}\n${licenseCode}`, true],
  ['a licence file', `${code}\nBASICS LICENCE FILE v1\nkey: 0`, true],
])('%s: a text contains a licence, or not', (_, text, isExpected) => {
  expect(hasLicence(text)).toBe(isExpected);
});

describe('an unreadable text gets an error', () => {
  test('for a code that was typed as lines with check characters, the error names the line with the typing error', () => {
    const lines = printCheckedLines(code);
    expect(readCode(lines.join('\n')).ok).toBe(true);
    expect(readError(lines.join('\n').replace('1', '2'))).toBe(
      'Line 1 of the code contains a typing error. Compare it with the code in Basics.',
    );
  });

  test('for an empty text, the error asks for a code', () => {
    expect(readError(' \n ')).toBe('Verification code is required.');
  });

  test('for a text that contains no code, the error says how a code begins', () => {
    expect(readError('Dear support, please send me a licence.')).toMatch(
      /^This is not a verification code\. A verification code begins with BV-/,
    );
  });

  test('for an incomplete code, the error says how many characters it has and how many it needs', () => {
    expect(readError(code.slice(0, 80))).toBe(
      'Part of the code is missing: it has 66 of 90 characters. Copy the whole code and paste it again.',
    );
  });

  test('for a code with a wrong character, the error says that there is a typing error', () => {
    const mistypedCode = code
      .replace('BV-240G0', 'BV-240GO')
      .replace(/.$/, (lastCharacter) => (lastCharacter === '8' ? '9' : '8'));
    expect(readError(mistypedCode)).toMatch(/^The code contains a typing error\. Copy and paste it from Basics/);
  });

  test('for an invalid character, the error contains the number of its group', () => {
    const groups = code.split('-');
    expect(readError(groups.with(4, `${groups[4]?.slice(0, 2) ?? ''}U${groups[4]?.slice(3) ?? ''}`).join('-'))).toMatch(
      /^The code contains a typing error: group 4 has a character that is not used in codes\./,
    );
  });

  test('for a code that is too long, the error says how many characters a code has', () => {
    expect(readError(`${code}7777`)).toMatch(
      /^The code contains a typing error: it has \d+ characters instead of 90\./,
    );
  });

  test('a code of a newer version is reported as not supported', () => {
    expect(readError(code.replace('BV-240G01', 'BV-28ZZZZ'))).toMatch(/does not support yet/);
  });

  test('a licence code is recognized, and the error explains how to install it', () => {
    expect(readError(licenseCode)).toMatch(/^This is a licence code. Install it in Basics under Licence/);
  });

  test('a licence file is recognized, and the error explains how to install it', () => {
    expect(readError('BASICS LICENCE FILE v1\nkey: 56475aa7\n')).toMatch(/^This is a licence file. Install it in/);
  });

  test('a text above the maximum length is refused', () => {
    expect(readError('x'.repeat(200_000))).toMatch(/^This text is too long/);
  });
});
