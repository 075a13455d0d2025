import { describe, expect, test } from 'vitest';
import { nodePrimitives } from './node-primitives.ts';
import type { Refusal } from './encoding/reading.ts';
import { samplePayload, testSigner, sampleCodes } from './testing/samples.ts';
import { printCode, type CodeRefusal } from './text/text-form.ts';
import { readVerificationCode } from './verification-code.ts';
import { writeLicenceFile } from './licence-file.ts';

const code = sampleCodes.verificationCode;
const printedCode = printCode(code);
const link = `https://portal.example/license/verify#c=${code}`;

function replaceEach(text: string, replace: (group: string, index: number) => string): string {
  return text.split('-').map(replace).join('-');
}

function replaceAt(text: string, at: number, replacement: string): string {
  return text.slice(0, at) + replacement + text.slice(at + 1);
}

const toFullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0));

const readableCases: Record<string, string> = {
  'as the tool prints it, with four groups on a line': printedCode,
  'on one line': code,
  'with CRLF line ends': printedCode.replaceAll('\n', '\r\n'),
  'with bare CR line ends': printedCode.replaceAll('\n', '\r'),
  'with line breaks but no dash before them': printedCode.replaceAll('-\n', '\n'),
  'each line followed by an empty one': printedCode.replaceAll('\n', '\n\n'),
  'in lower case': code.toLowerCase(),
  'O for 0': code.replaceAll('0', 'O'),
  'o for 0 and l for 1': code.replaceAll('0', 'o').replaceAll('1', 'l'),
  'I for 1': code.replaceAll('1', 'I'),
  'without any dash': code.replaceAll('-', ''),
  'blanks for dashes': code.replaceAll('-', ' '),
  'blanks around dashes': code.replaceAll('-', ' - '),
  'every character apart': Array.from(code).join(' '),
  'with line breaks within groups': code.replace(/.{17}/g, '$&\n'),
  indented: printedCode.replace(/^/gm, '\t    '),
  'quoted once': printedCode.replace(/^/gm, '> '),
  'quoted three times, without blanks': printedCode.replace(/^/gm, '>>>'),
  'quoted with a vertical bar': printedCode.replace(/^/gm, '| '),
  'no-break spaces for dashes': code.replaceAll('-', '\u00a0'),
  'no-break spaces at both ends': `\u00a0${code}\u00a0`,
  'zero-width spaces between groups': code.replaceAll('-', '-\u200b'),
  'a zero-width joiner after each character': Array.from(code).join('\u200d'),
  'soft hyphens': replaceEach(code, (group) => `${group.slice(0, 3)}\u00ad${group.slice(3)}`),
  'soft hyphens for dashes': code.replaceAll('-', '\u00ad'),
  'a byte-order mark in front': `\ufeff${code}`,
  'marks of writing direction': `\u202a\u200e${code}\u202c`,
  'non-breaking hyphens': code.replaceAll('-', '\u2011'),
  'en dashes': code.replaceAll('-', '\u2013'),
  'em dashes': code.replaceAll('-', '\u2014'),
  'minus signs': code.replaceAll('-', '\u2212'),
  'full-width dashes': code.replaceAll('-', '\uff0d'),
  'Japanese long-vowel marks for dashes': code.replaceAll('-', '\u30fc'),
  'double dashes': code.replaceAll('-', '--'),
  'in straight quotes': `"${code}"`,
  'in curly quotes': `\u201c${code}\u201d`,
  'in French quotes': `\u00ab\u00a0${code}\u00a0\u00bb`,
  'in full-width letters': toFullWidth(code),
  'in Markdown backticks': `\`\`\`\n${printedCode}\n\`\`\``,
  'in Markdown asterisks': `**${code}**`,
  'with dashes escaped for Markdown': code.replaceAll('-', '\\-'),
  'with line ends escaped for JSON': JSON.stringify({ code: printedCode }),
  'with &nbsp; for blanks': code.replaceAll('-', '-&nbsp;'),
  'with numeric entities': code.replaceAll('-', '&#8209;').replaceAll('BV', '&#x42;V'),
  'with entities escaped twice': code.replaceAll('-', '&amp;#45;'),
  'in HTML paragraphs': `<p style="color:red">${printedCode.replaceAll('\n', '<br />\n')}</p>`,
  'with word breaks of HTML': code.replaceAll('-', '-<wbr>'),
  'wrapped by quoted-printable': code.replace(/.{40}/g, '$&=\r\n'),
  'with quoted-printable blanks': code.replaceAll('-', '-=20'),
  'with quoted-printable no-break hyphens': code.replaceAll('-', '=E2=80=91'),
  'as the link of the QR code': link,
  'as a link in angle brackets': `<${link}>`,
  'as a link with its dashes escaped': link.replaceAll('-', '%2D'),
  'as a link in quoted-printable': link.replace('#c=', '#c=3D'),
  'as a link with another parameter after the code': `${link}&from=mail`,
  'after prose on its own line': `Dear Sir,\nyour code is:\n${printedCode}`,
  'after prose on the same line': `Your code is: ${code}`,
  'before prose': `${printedCode}\nBest regards\nBob`,
  'before prose on the same line': `${code} is my code, thanks.`,
  'before the end of a sentence': `My code is ${code}.`,
  'within a whole quoted mail': `On Monday Bob wrote:\n${`Hello,\n${printedCode}\n\nCheers`.replace(/^/gm, '> ')}`,
  'after words that begin like a code': `BVLGARI and BV and BV-1 are no codes, but this one is ${code}`,
  'after an incomplete copy of the same code': `${code.slice(0, 40)}\n\nSorry, once more:\n${code}`,
  'as a .bvr file': `${printedCode}\n`,
  'without its prefix': code.slice(3),
  'with spaces in its prefix': code.replace('BV-', 'B V - '),
  'with combining marks': Array.from(code).join('\ufe0f'),
  'with control characters': `\u0000${code}\u0007`,
};

const refusedCases: Record<string, [text: string, refusal: Refusal<CodeRefusal>]> = {
  'nothing at all': ['', { code: 'NOT_A_CODE', detail: 'empty' }],
  'white space': [' \n\u00a0\t', { code: 'NOT_A_CODE', detail: 'empty' }],
  'a sentence': ['Please send me a licence for my PC', { code: 'NOT_A_CODE' }],
  'a sentence that begins with the prefix': ['BVLGARI is a brand', { code: 'NOT_A_CODE' }],
  'a licence code': [sampleCodes.licenceCode, { code: 'NOT_A_CODE', detail: 'licence-code' }],
  'a licence file': [
    writeLicenceFile(samplePayload, testSigner, nodePrimitives),
    { code: 'NOT_A_CODE', detail: 'licence-file' },
  ],
  'half a code without its prefix': [code.slice(3, 60), { code: 'NOT_A_CODE' }],
  'the prefix, 30,000 times': ['BV '.repeat(30_000), { code: 'NOT_A_CODE' }],
  'an endless text': [`${code} `.repeat(2000), { code: 'NOT_A_CODE', detail: 'too-long' }],
  'the prefix and characters with which no code begins': [
    'BV-123',
    { code: 'CODE_INCOMPLETE', found: 3, expected: 66 },
  ],
  'the prefix and one group': [code.slice(0, 9), { code: 'CODE_INCOMPLETE', found: 6, expected: 66 }],
  'the first line': [code.slice(0, 31), { code: 'CODE_INCOMPLETE', found: 24, expected: 66 }],
  'the first line before prose': [
    `${code.slice(0, 30)}\nBest regards`,
    { code: 'CODE_INCOMPLETE', found: 24, expected: 66 },
  ],
  'the first line and dots': [`${code.slice(0, 30)}-...`, { code: 'CODE_INCOMPLETE', found: 24, expected: 66 }],
  'without its last group': [code.slice(0, -7), { code: 'CODE_INCOMPLETE', found: 84, expected: 90 }],
  'without its last character': [code.slice(0, -1), { code: 'CODE_INCOMPLETE', found: 89, expected: 90 }],
  'without its last character, before prose': [
    `${code.slice(0, -1)} and thanks`,
    { code: 'CODE_INCOMPLETE', found: 89, expected: 90 },
  ],
  'without its second group': [code.replace('-R10000', ''), { code: 'CODE_TYPO' }],
  'one character wrong': [replaceAt(code, 20, code[20] === 'A' ? 'B' : 'A'), { code: 'CODE_TYPO' }],
  'two groups swapped': [code.replace('CF6FRM-R549VZ', 'R549VZ-CF6FRM'), { code: 'CODE_TYPO' }],
  'two characters swapped': [code.replace('R549VZ', 'R594VZ'), { code: 'CODE_TYPO' }],
  'the first character wrong': [replaceAt(code, 3, '3'), { code: 'CODE_TYPO' }],
  'a U': [replaceAt(code, 20, 'U'), { code: 'CODE_TYPO', found: 15, expected: 66, detail: 'foreign-character' }],
  'a Cyrillic letter': [
    replaceAt(code, 20, '\u0410'),
    { code: 'CODE_TYPO', found: 15, expected: 66, detail: 'foreign-character' },
  ],
  'a comma for a dash': [
    code.replace('-CF6FRM', ',CF6FRM'),
    { code: 'CODE_TYPO', found: 18, expected: 66, detail: 'foreign-character' },
  ],
  'one character more': [`${code}7`, { code: 'CODE_TYPO', found: 91, expected: 90, detail: 'too-long' }],
  'a U more': [`${code}U`, { code: 'CODE_TYPO', found: 90, expected: 90, detail: 'too-long' }],
  'a group more': [`${code}-RSP6A8`, { code: 'CODE_TYPO', found: 96, expected: 90, detail: 'too-long' }],
  'padding bits that are not zero': [`${code.slice(0, -1)}9`, { code: 'CODE_TYPO' }],
  'the next version': [code.replace('BV-240G01', 'BV-28ZZZZ'), { code: 'CODE_NEWER' }],
  'the version mistyped': [code.replace('BV-24', 'BV-28'), { code: 'CODE_TYPO' }],
  'a machine name that is too long': [
    code.replace('8HAK9D', 'ZZZZZZ').replace('C6R07M', 'C6RZZZ'),
    { code: 'CODE_TYPO' },
  ],
};

describe('a verification code changed by a mail client, an editor or typing', () => {
  test.each(Object.entries(readableCases))(
    'a verification code is read when it is changed like this: %s',
    (_, text) => {
      const reading = readVerificationCode(text, nodePrimitives);
      expect(reading.ok ? reading.value.text : reading.refusal).toBe(code);
    },
  );

  test.each(Object.entries(refusedCases))(
    'a verification code is refused with a named reason when it is changed like this: %s',
    (_, [text, refusal]) => {
      expect(readVerificationCode(text, nodePrimitives)).toEqual({ ok: false, refusal });
    },
  );

  test('every single wrong character is detected', () => {
    const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZU';
    const body = code.slice(3).replaceAll('-', '');
    for (let at = 0; at < body.length; at++) {
      for (const wrongCharacter of alphabet) {
        if (wrongCharacter === body[at]) continue;
        const reading = readVerificationCode(`BV-${replaceAt(body, at, wrongCharacter)}`, nodePrimitives);
        expect(reading.ok ? `${at}: ${wrongCharacter}` : 'refused').toBe('refused');
      }
    }
  });

  test('every incomplete code is refused with the number of characters found and expected', () => {
    for (let length = 10; length < code.length; length++) {
      const truncatedCode = code.slice(0, length);
      const foundCharacters = truncatedCode.slice(3).replaceAll('-', '').length;
      const reading = readVerificationCode(truncatedCode, nodePrimitives);
      expect(reading.ok ? truncatedCode : reading.refusal).toEqual({
        code: 'CODE_INCOMPLETE',
        found: foundCharacters,
        expected: foundCharacters < 60 ? 66 : 90,
      });
    }
  });
});
