import { describe, expect, test } from 'vitest';
import { wrongCitations } from './cited-tests.ts';
import { readText } from './files.ts';
import { readRows, type Row } from './specification-rows.ts';

/** Lines below a row that name no test, in the form "Not tested: reason." */
const linesOf = ({ strange }: Row, word: string): string[] =>
  strange.filter((line) => new RegExp(`^ {2}- ${word}: \\S.*\\.$`).test(line));

/** The ids of the rows without a test, unless they say why. */
const withoutTest = (rows: readonly Row[]): string[] =>
  rows
    .filter((row) => row.shownBy.length === 0)
    .filter((row) => linesOf(row, '(Not tested|Does not apply)').length === 0)
    .map(({ id }) => id);

/** The lines that are neither a test nor one of the allowed words with a sentence. */
const unclear = (rows: readonly Row[], words: string): string[] =>
  rows.flatMap((row) => row.strange.filter((line) => !linesOf(row, words).includes(line)));

describe('the list of threats', () => {
  const rows = readRows(readText('docs/threats.md'));

  test('has 36 rows, each with a control, a test and what remains', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(36);
    expect(rows.filter(({ says }) => !/^\S.+\. \S.+\.$/.test(says)).map(({ id }) => id)).toEqual([]);
    expect(rows.filter(({ shownBy }) => shownBy.length === 0).map(({ id }) => id)).toEqual([]);
    expect(rows.filter((row) => linesOf(row, 'Remains').length !== 1).map(({ id }) => id)).toEqual([]);
    expect(unclear(rows, 'Remains')).toEqual([]);
  });

  test('names only tests that exist once', () => {
    expect(wrongCitations(rows)).toEqual([]);
  });
});

describe('the list of ASVS requirements', () => {
  const rows = readRows(readText('docs/asvs.md'));

  test('has 236 rows, each with a test or the reason why there is none', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(236);
    expect(rows.length).toBe(236);
    expect(withoutTest(rows)).toEqual([]);
    expect(unclear(rows, '(Not tested|Does not apply|Note)')).toEqual([]);
  });

  test('names only tests that exist once', () => {
    expect(wrongCitations(rows)).toEqual([]);
  });

  test('a row without a test and without a reason is found', () => {
    const planted = readRows(
      '- **V1.1.1** Text.\n- **V1.1.2** Text.\n  - Not tested: reason.\n- **V1.1.3** Text.\n  - Later.\n',
    );
    expect(withoutTest(planted)).toEqual(['V1.1.1', 'V1.1.3']);
    expect(unclear(planted, 'Not tested')).toEqual(['  - Later.']);
  });
});
