import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';

const file = new URL('../docs/benchmarks.md', import.meta.url).pathname;

/**
 * Prints the figures of a section, and writes them into docs/benchmarks.md between the comments `<!-- bench: name -->` and `<!-- end: name -->`,
 * which are there for each section. Other sections stay as they are.
 */
export async function report(name: string, figures: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const [begin, end] = [`<!-- bench: ${name} -->`, `<!-- end: ${name} -->`];
  const [before, after] = [text.split(begin)[0], text.split(end)[1]];
  if (before === undefined || after === undefined || !text.includes(begin))
    throw new Error(`docs/benchmarks.md has no section "${name}"`);
  const written = `${before}${begin}\n\n${figures}\n\n${end}${after}`;
  const style = await resolveConfig(file);
  await writeFile(file, await format(written, { ...style, filepath: file }));
  process.stdout.write(`\n${figures}\n`);
}

/** A table of Markdown; the first line is the heading. */
export const table = ([heading = [], ...lines]: readonly (readonly string[])[]): string =>
  [heading, heading.map((_, at) => (at === 0 ? '---' : '--:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
