import { listFiles, readText } from './files.ts';
import { readTitles, type Row } from './specification-rows.ts';

/** The tests that the rows of a document name and that do not exist exactly once. */
export function wrongCitations(rows: readonly Row[]): string[] {
  const testFiles = new Set(listFiles().filter((file) => /\.(test\.tsx?|e2e\.ts)$/.test(file)));
  const known = new Map<string, string[]>();
  const titlesOf = (file: string): string[] => {
    const titles = known.get(file) ?? (testFiles.has(file) ? readTitles(file, readText(file)) : []);
    known.set(file, titles);
    return titles;
  };
  return rows.flatMap(({ id, shownBy }) =>
    shownBy
      .map(({ file, title }) => ({ file, title, count: titlesOf(file).filter((each) => each === title).length }))
      .filter(({ count }) => count !== 1)
      .map(({ file, title, count }) => `${id}: ${count} times in ${file}: ${title}`),
  );
}
