import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';

const reportFile = new URL('../docs/benchmarks.md', import.meta.url).pathname;

/**
 * Prints the figures of a section, and writes them into docs/benchmarks.md. The file has the comments `<!-- bench: name -->` and `<!-- end:
 * name -->` around each section. The other sections of the file stay as they are.
 */
export async function reportSection(sectionName: string, figures: string): Promise<void> {
  const documentText = await readFile(reportFile, 'utf8');
  const [begin, end] = [`<!-- bench: ${sectionName} -->`, `<!-- end: ${sectionName} -->`];
  const [before, after] = [documentText.split(begin)[0], documentText.split(end)[1]];
  if (before === undefined || after === undefined || !documentText.includes(begin))
    throw new Error(`docs/benchmarks.md has no section "${sectionName}"`);
  const newText = `${before}${begin}\n\n${figures}\n\n${end}${after}`;
  const style = await resolveConfig(reportFile);
  await writeFile(reportFile, await format(newText, { ...style, filepath: reportFile }));
  process.stdout.write(`\n${figures}\n`);
}

/** Returns a Markdown table, whose heading is the first line. */
export const formatTable = ([heading = [], ...lines]: readonly (readonly string[])[]): string =>
  [heading, heading.map((_, at) => (at === 0 ? '---' : '--:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
