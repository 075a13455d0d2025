import { nodePrimitives } from '#licensing/node-primitives.ts';
import { writeReturnCode, type ReturnClaims } from '#licensing/return-code.ts';
import { sampleCodes } from '#licensing/testing/samples.ts';
import { manglings } from './manglings.ts';
import type { ExpectedRefusal, VectorCase } from './vector-case.ts';

const kind = 'return-code';

/** Claims with the smallest and largest values of their fields. */
const claimsByName: Record<string, ReturnClaims> = {
  'the code of the format document': { toolId: 7, licenceId: 'a1a2a3a4a5a6a7a8', returnedAt: 1_795_000_000 },
  'a group that begins like the prefix': { toolId: 7, licenceId: 'a1a2a3a4a5a6a7a8', returnedAt: 0x5780_0000 },
  'all zero': { toolId: 0, licenceId: '0'.repeat(16), returnedAt: 0 },
  'all at their maximum': { toolId: 0xffff, licenceId: 'f'.repeat(16), returnedAt: 0xffff_ffff },
};

const writeCode = (caseClaims: ReturnClaims): string => writeReturnCode(caseClaims, nodePrimitives);

const code = 'BR-6400F8-D2MEJA-B9N7N1-NFV1P0-H1DP8Z-R';

const refusedTexts: Record<string, [text: string, expect: ExpectedRefusal]> = {
  'an empty text': ['', { refusal: 'NOT_A_CODE', detail: 'empty' }],
  'a sentence': ['The licence is returned.', { refusal: 'NOT_A_CODE' }],
  'a verification code': [sampleCodes.verificationCode, { refusal: 'NOT_A_CODE', detail: 'verification-code' }],
  'a licence code': [sampleCodes.licenceCode, { refusal: 'NOT_A_CODE' }],
  'the title of a licence file': ['BASICS LICENCE FILE v1', { refusal: 'NOT_A_CODE', detail: 'licence-file' }],
  'the first group': [code.slice(0, 9), { refusal: 'CODE_INCOMPLETE', found: 6, expected: 31 }],
  'no last character': [code.slice(0, -2), { refusal: 'CODE_INCOMPLETE', found: 30, expected: 31 }],
  'no last character, before prose': [
    `${code.slice(0, -2)} and thanks`,
    { refusal: 'CODE_INCOMPLETE', found: 30, expected: 31 },
  ],
  'one character more': [`${code}7`, { refusal: 'CODE_TYPO', found: 32, expected: 31, detail: 'too-long' }],
  'left-over bits that are not zero': [`${code.slice(0, -1)}S`, { refusal: 'CODE_TYPO' }],
  'a U': [
    code.replace('D2MEJA', 'U2MEJA'),
    { refusal: 'CODE_TYPO', found: 6, expected: 31, detail: 'foreign-character' },
  ],
  'two groups swapped': [code.replace('D2MEJA-B9N7N1', 'B9N7N1-D2MEJA'), { refusal: 'CODE_TYPO' }],
  'the next version': [code.replace('BR-64', 'BR-68').replace('D2MEJA', 'ZZZZZZ'), { refusal: 'CODE_NEWER' }],
  'a typing error in its version': [code.replace('BR-64', 'BR-68'), { refusal: 'CODE_TYPO' }],
  'a wrong character in its second line': [
    'BR-6400F8-D2MEJA-B9N7N1-NFV1P0-U00-\nH1DP8Y-R-U00',
    { refusal: 'CODE_TYPO', line: 1 },
  ],
};

export function createReturnCodeCases(): VectorCase[] {
  const acceptedCases = Object.entries(claimsByName).flatMap(([name, caseClaims]) =>
    Object.entries(manglings).map(([manglingName, mangleCode]): VectorCase => {
      const text = mangleCode(writeCode(caseClaims));
      return { id: `${kind}: ${name}, ${manglingName}`, kind, text, expect: caseClaims };
    }),
  );
  const characters = code.split('');
  const mistypedCases = characters.flatMap((character, at): VectorCase[] => {
    if (at < 5 || at % 2 === 0 || character === '-') return [];
    const text = characters.with(at, character === 'Z' ? 'Y' : 'Z').join('');
    return [{ id: `${kind}: wrong character at ${at}`, kind, text, expect: { refusal: 'CODE_TYPO' } }];
  });
  return [
    ...acceptedCases,
    ...mistypedCases,
    ...Object.entries(refusedTexts).map(([name, [text, expect]]): VectorCase => {
      return { id: `${kind}: ${name}`, kind, text, expect };
    }),
    ...Object.entries(claimsByName).map(([name, caseClaims]): VectorCase => {
      return {
        id: `make-return-code: ${name}`,
        kind: 'make-return-code',
        ...caseClaims,
        expect: writeCode(caseClaims),
      };
    }),
  ];
}
