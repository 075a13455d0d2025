import { listFiles, readText } from './files.ts';
import { readTitles, type SpecificationRow } from './specification-rows.ts';

/** Counts the tests with each id of the form `T017`, which is in parentheses at the end of a title. */
export function countTestIds(): Map<string, number> {
  const ids = listFiles()
    .filter((file) => /\.(test\.tsx?|e2e\.ts|nightly\.ts)$/.test(file))
    .flatMap((file) => readTitles(file, readText(file)))
    .flatMap((title) => /\((T\d{3,4})\)$/.exec(title)?.[1] ?? []);
  return new Map([...Map.groupBy(ids, (id) => id)].map(([id, sameIds]) => [id, sameIds.length]));
}

/** Finds the wrong citations of tests in the rows of a document: no test, or more than one test, has the cited id. */
export function findWrongCitations(rows: readonly SpecificationRow[], counts = countTestIds()): string[] {
  return rows.flatMap(({ id, citedTests }) =>
    citedTests
      .filter((testId) => counts.get(testId) !== 1)
      .map((testId) => `${id}: ${counts.get(testId) ?? 0} tests with the id ${testId}`),
  );
}
