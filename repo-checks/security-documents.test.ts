import { describe, expect, test } from 'vitest';
import { countTestIds, findWrongCitations } from './cited-tests.ts';
import { listFiles, readText } from './files.ts';
import { readSpecificationRows, type SpecificationRow } from './specification-rows.ts';

/** Finds the lines below a row that have the form `word: sentence.`, such as "Not tested: reason." */
const findLines = ({ linesWithoutTest }: SpecificationRow, word: string): string[] =>
  linesWithoutTest.filter((line) => new RegExp(`^ {2}- ${word}: \\S.*\\.$`).test(line));

/** Finds the ids of the rows that have no test and no reason why there is none. */
const findIdsWithoutReason = (rows: readonly SpecificationRow[]): string[] =>
  rows
    .filter((row) => row.citedTests.length === 0)
    .filter((row) => findLines(row, '(Not tested|Does not apply)').length === 0)
    .map(({ id }) => id);

/** Finds the lines that neither name a test nor have the form `word: sentence.` with one of the allowed words. */
const findUnknownLines = (rows: readonly SpecificationRow[], allowedWords: string): string[] =>
  rows.flatMap((row) => row.linesWithoutTest.filter((line) => !findLines(row, allowedWords).includes(line)));

describe('the list of threats', () => {
  const rows = readSpecificationRows(readText('docs/threats.md'));

  test('the list of threats (docs/threats.md) has 49 rows, each with a control, a test and the remaining risk', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(49);
    expect(rows.filter(({ ruleText }) => !/^\S.+\. \S.+\.$/.test(ruleText)).map(({ id }) => id)).toEqual([]);
    expect(rows.filter(({ citedTests }) => citedTests.length === 0).map(({ id }) => id)).toEqual([]);
    expect(rows.filter((row) => findLines(row, 'Remains').length !== 1).map(({ id }) => id)).toEqual([]);
    expect(findUnknownLines(rows, 'Remains')).toEqual([]);
  });

  test('every test that the list of threats names exists exactly once', () => {
    expect(findWrongCitations(rows)).toEqual([]);
  });
});

describe('the list of ASVS requirements', () => {
  const rows = readSpecificationRows(readText('docs/asvs.md'));

  test('the list of ASVS requirements (docs/asvs.md) has 242 rows, each with a test or the reason why there is none', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(242);
    expect(rows.length).toBe(242);
    expect(findIdsWithoutReason(rows)).toEqual([]);
    expect(findUnknownLines(rows, '(Not tested|Does not apply|Note)')).toEqual([]);
  });

  test('every test that the list of ASVS requirements names exists exactly once', () => {
    expect(findWrongCitations(rows)).toEqual([]);
  });

  test('the check finds a row of the ASVS list that has neither a test nor a reason', () => {
    const plantedRows = readSpecificationRows(
      '- **V1.1.1** Text.\n- **V1.1.2** Text.\n  - Not tested: reason.\n- **V1.1.3** Text.\n  - Later.\n',
    );
    expect(findIdsWithoutReason(plantedRows)).toEqual(['V1.1.1', 'V1.1.3']);
    expect(findUnknownLines(plantedRows, 'Not tested')).toEqual(['  - Later.']);
  });
});

test('each id in the title of a test is cited by a document, and each cited id is in the title of a test', () => {
  const documents = listFiles('docs').filter((file) => file.endsWith('.md'));
  const citedIds = new Set(
    documents.flatMap((file) => [...readText(file).matchAll(/\bT\d{3,4}\b/g)].map(([id]) => id)),
  );
  const ids = new Set(countTestIds().keys());
  expect([...ids].filter((id) => !citedIds.has(id))).toEqual([]);
  expect([...citedIds].filter((id) => !ids.has(id))).toEqual([]);
  expect(ids.size).toBeGreaterThan(500);
});
