import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodePrimitives } from '../node-primitives.ts';
import { readVerificationCodes } from './several-codes.ts';
import { sampleCodes } from '../testing/samples.ts';
import { printCode } from './text-form.ts';
import { writeVerificationCode, type VerificationClaims } from '../verification-code.ts';

const createCode = (change: Partial<VerificationClaims>): string =>
  writeVerificationCode(
    {
      scheme: 1,
      reason: 'new',
      toolId: 7,
      toolVersion: { major: 1, minor: 0, patch: 1 },
      fingerprint: new Uint8Array(16).fill(7),
      nonce: new Uint8Array(8).fill(1),
      createdAt: 1_795_000_000,
      machineName: 'PC',
      ...change,
    },
    nodePrimitives,
  );

const describeReadings = (text: string): string[] =>
  readVerificationCodes(text, nodePrimitives).map((reading) =>
    reading.ok ? reading.value.text : reading.refusal.code,
  );

const [firstCode, secondCode, thirdCode] = ['ONE', 'TWO', 'THREE'].map((machineName) => createCode({ machineName }));
const codes = [firstCode ?? '', secondCode ?? '', thirdCode ?? ''];

describe('all codes in one text are found', () => {
  test.each([
    ['one a line', codes.join('\n')],
    ['printed on lines of four groups', codes.map((code) => printCode(code)).join('\n\n')],
    ['side by side', codes.join(' ')],
    ['with the names of their PCs', codes.map((code, index) => `PC number ${index + 1}: ${code}`).join('\n')],
    ['as a list', codes.map((code) => ` - ${code}`).join('\n')],
    ['in a table', codes.map((code) => `| DESK | ${code} | new |`).join('\n')],
    [
      'quoted in a mail',
      codes.map((code) => `> Our code:\n> ${printCode(code).replaceAll('\n', '\n> ')}`).join('\n\n'),
    ],
    ['in lower case with other dashes', codes.join('\r\n\r\n').toLowerCase().replaceAll('-', '\u2013')],
    ['without dashes', codes.map((code) => code.replaceAll('-', '')).join('\n')],
    ['in sentences', `Please: ${codes.join(', and for the laptop ')}. Thank you!`],
    ['in HTML', codes.map((code) => `<p>${code}</p>`).join('')],
  ])('%s', (_, text) => {
    expect(describeReadings(text)).toEqual(codes);
  });

  test('all codes of a text with up to 12 codes with random content are found', () => {
    const anyBytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
    const anyClaims = fc.record({
      fingerprint: anyBytes(16),
      nonce: anyBytes(8),
      machineName: fc.stringMatching(/^[A-Z0-9]{0,12}$/),
    });
    const separator = fc.constantFrom('\n', ' ', '\n\nNext PC:\n', '\n- ', '; ');
    fc.assert(
      fc.property(
        fc.array(anyClaims, { minLength: 1, maxLength: 12 }),
        separator,
        fc.boolean(),
        (claimsList, gap, isPrinted) => {
          const writtenCodes = claimsList.map((claim) => createCode(claim));
          const text = writtenCodes.map((code) => (isPrinted ? printCode(code) : code)).join(gap);
          expect(describeReadings(text)).toEqual(writtenCodes);
        },
      ),
    );
  });
});

test('in a text with several codes, a code that cannot be read is reported with the reason, at its position', () => {
  const [first = '', second = '', third = ''] = codes;
  const brokenCode = second.replace(/.$/, (lastCharacter) => (lastCharacter === '0' ? '1' : '0'));
  expect(describeReadings([first, brokenCode, third].join('\n'))).toEqual([first, 'CODE_TYPO', third]);
  expect(describeReadings([first, second.slice(0, 40), third].join('\n'))).toEqual([first, 'CODE_INCOMPLETE', third]);
});

test('a code that was copied without its prefix is found if the text contains no other code', () => {
  expect(describeReadings(sampleCodes.verificationCode.slice(3))).toEqual([sampleCodes.verificationCode]);
});

test.each([
  ['nothing', ''],
  ['prose', 'The best view of the valley is from above.'],
  ['a licence code', sampleCodes.licenceCode],
])('%s contains no code', (_, text) => {
  expect(describeReadings(text)).toEqual([]);
});

test('a text that is longer than any e-mail is not searched for codes', () => {
  expect(describeReadings('x'.repeat(1_000_001))).toEqual(['NOT_A_CODE']);
});
