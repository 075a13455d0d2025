import { bytesToHex, concatBytes, encodeUtf8 } from '#licensing/encoding/bytes.ts';
import { createFingerprint } from '#licensing/fingerprint.ts';
import { nodePrimitives } from '#licensing/node-primitives.ts';
import { characterClasses } from '#licensing/text/mangled-text.ts';
import { sampleCodes } from '#licensing/testing/samples.ts';
import { printCode, toCodeText } from '#licensing/text/text-form.ts';
import { readVerificationCode } from '#licensing/verification-code.ts';
import { createCodeFromFacts } from './run-case.ts';
import type { CodeToMake, ExpectedRefusal, VectorCase } from './vector-case.ts';

const kind = 'verification-code';
const code = sampleCodes.verificationCode;
const printedCode = printCode(code);
const link = `https://portal.example/license/verify#c=${code}`;
const bytes = ((): Uint8Array => {
  const reading = readVerificationCode(code, nodePrimitives);
  return reading.ok ? reading.value.bytes : new Uint8Array();
})();

/** Texts from which the code of the format document is read. */
const readableTexts: Record<string, string> = {
  'wrapped by quoted-printable': code.replace(/.{40}/g, '$&=\r\n'),
  'with blanks of quoted-printable': code.replaceAll('-', '-=20'),
  'with dashes of three bytes in quoted-printable': code.replaceAll('-', '=E2=80=91'),
  'with bytes in quoted-printable that are not UTF-8': code.replaceAll('-', '=E2=80-'),
  'with dashes escaped as in a link': code.replaceAll('-', '%2D'),
  'with lower-case hex in a link': code.replaceAll('-', '%e2%80%93'),
  'with HTML line breaks': printedCode.replaceAll('\n', '<br />\n'),
  'in an HTML element with attributes': `<p style=3D"color:red">${code}</p>`,
  'with HTML names': code.replaceAll('-', '-&nbsp;'),
  'with HTML numbers': code.replaceAll('-', '&#8209;').replaceAll('BV', '&#x42;V'),
  'with HTML escaped twice': code.replaceAll('-', '&amp;#45;'),
  'with line ends escaped as in JSON': printedCode.replaceAll('\n', '\\n'),
  'with dashes escaped as in Markdown': code.replaceAll('-', '\\-'),
  'as a link': link,
  'as a link with more behind it': `${link}&from=mail`,
  'in full-width characters': code.replace(/[!-~]/g, (ascii) => String.fromCodePoint(ascii.charCodeAt(0) + 0xfee0)),
  'with the dotless i of Turkish keyboards': code.replaceAll('1', '\u0131'),
  'without its prefix': code.slice(3),
  'with a blank in its prefix': code.replace('BV-', 'B V - '),
  'wrapped within groups': code.replace(/.{17}/g, '$&\n'),
  'every character apart': Array.from(code).join(' '),
  'before the end of a sentence': `My code is ${code}.`,
  'before more of the sentence': `${code} is my code, thanks.`,
  'after words that begin like a code': `BVLGARI and BV and BV-1 are no codes, but this one is ${code}`,
  'after the same code cut short': `${code.slice(0, 40)}\n\nSorry, once more:\n${code}`,
  'before another code': `${code}\n${code.replace('240G01', '340G01')}`,
};

const refusedTexts: Record<string, [text: string, expect: ExpectedRefusal]> = {
  'of white space': [' \n\u00a0\t', { refusal: 'NOT_A_CODE', detail: 'empty' }],
  'half, without its prefix': [code.slice(3, 60), { refusal: 'NOT_A_CODE' }],
  'and the title of a licence file': ['BASICS LICENCE FILE v1', { refusal: 'NOT_A_CODE', detail: 'licence-file' }],
  'in a text that is too long': ['x'.repeat(100_001), { refusal: 'NOT_A_CODE', detail: 'too-long' }],
  'the prefix and three characters': ['BV-123', { refusal: 'CODE_INCOMPLETE', found: 3, expected: 66 }],
  'without its last character': [code.slice(0, -1), { refusal: 'CODE_INCOMPLETE', found: 89, expected: 90 }],
  'without its last character, before prose': [
    `${code.slice(0, -1)} and thanks`,
    { refusal: 'CODE_INCOMPLETE', found: 89, expected: 90 },
  ],
  'the first line, before prose': [
    `${code.slice(0, 30)}\nBest regards`,
    { refusal: 'CODE_INCOMPLETE', found: 24, expected: 66 },
  ],
  'with a short word before its first dash': [
    `${code.slice(0, 9)} R1 0000-30S28R`,
    { refusal: 'CODE_INCOMPLETE', found: 6, expected: 66 },
  ],
  'the first line, before dots': [`${code.slice(0, 30)}-...`, { refusal: 'CODE_INCOMPLETE', found: 24, expected: 66 }],
  'without its second group': [code.replace('-R10000', ''), { refusal: 'CODE_TYPO' }],
  'with two groups swapped': [code.replace('CF6FRM-R549VZ', 'R549VZ-CF6FRM'), { refusal: 'CODE_TYPO' }],
  'with a wrong first character': [code.replace('BV-2', 'BV-3'), { refusal: 'CODE_TYPO' }],
  'with a U': [
    code.replace('CF6FRM', 'UF6FRM'),
    { refusal: 'CODE_TYPO', found: 18, expected: 66, detail: 'foreign-character' },
  ],
  'with signs that are no tag': [
    code.replace('CF6FRM-', 'CF6FRM<bS2>'),
    { refusal: 'CODE_TYPO', found: 24, expected: 66, detail: 'foreign-character' },
  ],
  'and one character more': [`${code}7`, { refusal: 'CODE_TYPO', found: 91, expected: 90, detail: 'too-long' }],
  'and a group more, before prose': [
    `${code}-RSP6A8\nBest regards`,
    { refusal: 'CODE_TYPO', found: 96, expected: 90, detail: 'too-long' },
  ],
  'with signs like those of a code later in its first eight': ['BVAB-C', { refusal: 'NOT_A_CODE' }],
  'with signs like those of a code at the end of its first eight': [
    `BV${' '.repeat(6)}-C`,
    { refusal: 'CODE_INCOMPLETE', found: 1, expected: 66 },
  ],
  'with signs like those of a code after its first eight': [`BV${' '.repeat(7)}-C`, { refusal: 'NOT_A_CODE' }],
  'with no value behind its prefix': ['BV-U1024', { refusal: 'NOT_A_CODE' }],
  'and the title of a licence file in two lines': [
    'basics\nlicence file',
    { refusal: 'NOT_A_CODE', detail: 'licence-file' },
  ],
  'and a group more': [`${code}-RSP6A8`, { refusal: 'CODE_TYPO', found: 96, expected: 90, detail: 'too-long' }],
  'with left-over bits that are not zero': [`${code.slice(0, -1)}9`, { refusal: 'CODE_TYPO' }],
  'of the next version': [code.replace('BV-240G01', 'BV-28ZZZZ'), { refusal: 'CODE_NEWER' }],
  'with a typing error in its version': [code.replace('BV-24', 'BV-28'), { refusal: 'CODE_TYPO' }],
  'of the next fingerprint scheme': [createChangedCode(1, 0x03), { refusal: 'CODE_NEWER' }],
  'of an unknown reason': [createChangedCode(1, 0x31), { refusal: 'CODE_NEWER' }],
  'with a control character in its name': [createChangedCode(40, 7), { refusal: 'NOT_A_CODE', detail: 'malformed' }],
  'with a name that is not UTF-8': [createChangedCode(40, 0xc3), { refusal: 'NOT_A_CODE', detail: 'malformed' }],
  'with a name that is too long': [
    code.replace('8HAK9D', 'ZZZZZZ').replace('C6R07M', 'C6RZZZ'),
    { refusal: 'CODE_TYPO' },
  ],
};

/** Returns the sample code with another byte at `offset` and a correct checksum. */
function createChangedCode(offset: number, byte: number): string {
  const body = bytes.slice(0, -4).with(offset, byte);
  const checksum = nodePrimitives.sha256(concatBytes(encodeUtf8('basics-vc-v1\n'), body)).slice(0, 4);
  return toCodeText('BV', concatBytes(body, checksum));
}

export function createTextCases(): VectorCase[] {
  const claims = {
    reason: 'new',
    toolId: 7,
    toolVersion: { major: 1, minor: 0, patch: 1 },
    fingerprint: '83224618f33f14c1489dff92507dcf97',
    nonce: '0102030405060708',
    createdAt: 1_795_000_000,
    machineName: 'DESKTOP-4F7K2QX',
  };
  const foreignRefusal = { refusal: 'CODE_TYPO', found: 24, expected: 66, detail: 'foreign-character' };
  return [
    ...Object.entries(readableTexts).map(([caseName, text]): VectorCase => {
      return { id: `${kind}: the code ${caseName}`, kind, text, expect: claims };
    }),
    ...Object.entries(refusedTexts).map(([caseName, [text, expect]]): VectorCase => {
      return { id: `${kind}: a code ${caseName}`, kind, text, expect };
    }),
    ...findClassBorders().map(({ point, symbol }): VectorCase => {
      const name = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
      const text = code.replace('CF6FRM-', `CF6FRM${String.fromCodePoint(point)}`);
      return {
        id: `${kind}: ${name} for a dash`,
        kind,
        text,
        expect: '.?'.includes(symbol || ' ') ? foreignRefusal : claims,
      };
    }),
    ...createNameCases(),
    ...createMakeCodeCases(),
  ];
}

/** Returns the first and last character of each range of the format document, and letters outside all ranges. */
function findClassBorders(): { point: number; symbol: string }[] {
  const seenRanges: { first: number; last: number }[] = [];
  const borderPoints = characterClasses.flatMap(([symbol, rangeList]) =>
    rangeList.split(' ').flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map((hex) => Number.parseInt(hex, 16));
      const points = [...new Set([first, last])].filter(
        (point) => !seenRanges.some((seenRange) => point >= seenRange.first && point <= seenRange.last),
      );
      seenRanges.push({ first, last });
      return points.map((point) => ({ point, symbol }));
    }),
  );
  const unknownLetters = [0xe9, 0x410, 0x4e2d, 0xfffd, 0x1d401, 0x10ffff].map((point) => ({ point, symbol: '?' }));
  return [...borderPoints, ...unknownLetters];
}

/** Names of PCs, and what a tool writes into a code for each of them. All names are already in the form NFC. */
function createNameCases(): VectorCase[] {
  const nameRows: [name: string, expect: string][] = [
    ['DESKTOP-4F7K2QX', 'DESKTOP-4F7K2QX'],
    ['  spaced \t', 'spaced'],
    ['bell\u0007\nline', 'bellline'],
    ['a\u061c\u200e\u200f\u202e\u2066\u2069b', 'ab'],
    ['\ufeffa\u2028b\u2029\u0085', 'ab'],
    ['a'.repeat(40), 'a'.repeat(32)],
    [`${'a'.repeat(31)} b`, 'a'.repeat(31)],
    ['\u00e9'.repeat(20), '\u00e9'.repeat(16)],
    [`${'a'.repeat(30)}\u20ac`, 'a'.repeat(30)],
    [`${'a'.repeat(31)}q\u0323`, 'a'.repeat(31)],
    [`${'a'.repeat(28)}\u{1f469}\u{1f3fd}`, 'a'.repeat(28)],
    [`${'a'.repeat(20)}\u{1f469}\u200d\u{1f469}\u200d\u{1f467}`, 'a'.repeat(20)],
    ['', ''],
    // White space at the cut is removed again.
    ...Array.from('\u0020\u00a0\u1680\u2000\u200a\u202f\u205f\u3000', (space): [string, string] => {
      const start = 'a'.repeat(32 - Buffer.byteLength(space));
      return [`${start}${space}b`, start];
    }),
  ];
  return nameRows.map(([name, expect], index): VectorCase => {
    return { id: `machine-name: ${index + 1}`, kind: 'machine-name', name, expect };
  });
}

function createMakeCodeCases(): VectorCase[] {
  const facts = { 'machine-id': 'M-1', 'board-id': 'B-1', 'system-disk': 'D-1', 'network-card': ['N-1', 'N-2'] };
  const baseClaims: CodeToMake = { reason: 'new', toolId: 7, toolVersion: { major: 1, minor: 0, patch: 1 }, facts, nonce: '0102030405060708', createdAt: 1_795_000_000, machineName: 'DESKTOP-4F7K2QX' }; // oxfmt-ignore
  const longestClaims: CodeToMake = { ...baseClaims, reason: 'moved', toolId: 0xffff, toolVersion: { major: 255, minor: 255, patch: 0xffff }, createdAt: 0xffff_ffff, machineName: 'B\u00fcro '.repeat(9) }; // oxfmt-ignore
  const secondCardFingerprint = bytesToHex(createFingerprint({ 'network-card': 'N-2' }, nodePrimitives));
  const claimsRows: [name: string, claims: CodeToMake, licensed?: string][] = [
    ['a new PC', baseClaims],
    ['a renewal without a name', { ...baseClaims, reason: 'renew', machineName: '' }],
    ['all fields at their maximum', longestClaims],
    ['a PC without facts', { ...baseClaims, facts: {} }],
    ['a PC with one fact', { ...baseClaims, facts: { 'network-card': ['N-1', 'N-2'] } }],
    [
      'a PC with one fact and values that identify no PC',
      { ...baseClaims, facts: { 'machine-id': 'none', 'board-id': '0000', 'system-disk': 'D-1', 'smbios-uuid': '03000200-0400-0500-0006-000700080009' } }, // oxfmt-ignore
    ],
    ['a PC with one fact and the flag of a stand-in identity', { ...baseClaims, facts: { 'machine-id': 'M-1' }, standIn: true }], // oxfmt-ignore
    ['a PC with two facts', { ...baseClaims, facts: { 'machine-id': 'M-1', 'network-card': 'N-1' } }],
    ['a PC with one fact and a UUID', { ...baseClaims, facts: { 'machine-id': 'M-1', 'smbios-uuid': '4c4c4544-0042' } }], // oxfmt-ignore
    ['a PC whose licence names its second card', baseClaims, secondCardFingerprint],
  ];
  return claimsRows.map(([name, claims, licensed = '0'.repeat(32)]): VectorCase => {
    const expect = createCodeFromFacts(claims, licensed, nodePrimitives);
    return { id: `make-code: ${name}`, kind: 'make-code', ...claims, licensed, expect };
  });
}
