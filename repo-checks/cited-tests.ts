import { listFiles, readText } from './files.ts';
import { readTitles, type SpecificationRow } from './specification-rows.ts';

/**
 * Finds the wrong citations of tests in the rows of a document: no test, or more than one test, has the cited title in
 * the cited file.
 */
export function findWrongCitations(rows: readonly SpecificationRow[]): string[] {
  const testFiles = new Set(listFiles().filter((file) => /\.(test\.tsx?|e2e\.ts)$/.test(file)));
  const titlesByFile = new Map<string, string[]>();
  const findTitles = (file: string): string[] => {
    const titles = titlesByFile.get(file) ?? (testFiles.has(file) ? readTitles(file, readText(file)) : []);
    titlesByFile.set(file, titles);
    return titles;
  };
  return rows.flatMap(({ id, citedTests }) =>
    citedTests
      .map(({ file, title }) => ({
        file,
        title,
        count: findTitles(file).filter((otherTitle) => otherTitle === title).length,
      }))
      .filter(({ count }) => count !== 1)
      .map(({ file, title, count }) => `${id}: ${count} times in ${file}: ${title}`),
  );
}
