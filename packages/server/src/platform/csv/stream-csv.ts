import type { RowError } from '@basics/contract/imports.ts';
import { parse } from 'csv-parse';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createFileFault,
  createRowFault,
  isFilled,
  parserOptions,
  readHeader,
  toReadingFault,
  toRow,
  withoutPreamble,
} from './read-csv.ts';
import type { CsvFile, FileForm, Line } from './read-csv.ts';

/** Some rows of a file, and those that have another number of cells than the header. */
export type CsvBatch = CsvFile & { torn: readonly RowError[] };

type Streaming = {
  /** Rows in one batch. */
  size: number;
  /** Works on a batch; the next one is read after it. */
  work: (batch: CsvBatch) => Promise<unknown>;
};

/**
 * Reads a table as `readCsv` does, from the pieces of its text, a batch of rows at a time, so that its size does not matter. Returns what makes
 * the whole file unreadable, which may be found after some batches.
 */
export async function processCsv(
  texts: AsyncIterable<string>,
  form: FileForm,
  { size, work }: Streaming,
): Promise<RowError[]> {
  const pieces = texts[Symbol.asyncIterator]();
  const first = withoutPreamble((await pieces.next()).value ?? '');
  const all = Readable.from(prepend(first, { [Symbol.asyncIterator]: () => pieces }));
  try {
    await pipeline(all, parse(parserOptions(first)), (lines: AsyncIterable<string[]>) =>
      workInBatches(lines, form, { size, work }),
    );
    return [];
  } catch (error) {
    return error instanceof UnreadableFile ? error.faults : [toReadingFault(error)];
  }
}

/** Ends the reading of a file. */
class UnreadableFile extends Error {
  readonly faults: RowError[];
  constructor(faults: RowError[]) {
    super('The file cannot be read.');
    this.faults = faults;
  }
}

async function* prepend(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

async function workInBatches(lines: AsyncIterable<string[]>, form: FileForm, { size, work }: Streaming): Promise<void> {
  let header: Exclude<ReturnType<typeof readHeader>, RowError[]> | null = null;
  let some: Line[] = [];
  let row = 0;
  let filled = 0;
  for await (const cells of lines) {
    row += 1;
    if (header === null) {
      const read = readHeader(cells, form);
      if (Array.isArray(read)) throw new UnreadableFile(read);
      header = read;
    } else if (cells.some(isFilled)) {
      filled += 1;
      if (filled > form.most)
        throw new UnreadableFile([createFileFault(`There are more than ${form.most} rows. Split the file.`)]);
      some.push({ row, cells });
    }
    if (header && some.length === size) {
      await work(toBatch(header, some));
      some = [];
    }
  }
  if (header === null) throw new UnreadableFile([createFileFault('There is no header row.')]);
  if (some.length > 0) await work(toBatch(header, some));
}

function toBatch({ names, columns, ignored }: { names: string[]; columns: string[]; ignored: string[] }, some: Line[]) {
  const isWhole = ({ cells }: Line): boolean => cells.length === names.length;
  return {
    columns,
    ignored,
    rows: some.filter(isWhole).map((line) => toRow(names, line)),
    torn: some
      .filter((line) => !isWhole(line))
      .map(({ row, cells }) => createRowFault(row, cells.length, names.length)),
  };
}
