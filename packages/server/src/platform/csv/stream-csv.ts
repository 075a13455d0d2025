import { removePreamble } from '@basics/contract/fields/csv-text.ts';
import type { RowError } from '@basics/contract/imports/imports.ts';
import { parse } from 'csv-parse';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createFileFault,
  createParserOptions,
  isFilledCell,
  readHeader,
  toCsvFile,
  toReadingFault,
} from './read-csv.ts';
import type { CsvFile, CsvFormat, CsvHeader, Line } from './read-csv.ts';
import { serverTexts } from '../texts/language.ts';

type BatchOptions = {
  /** The number of rows in one batch. */
  size: number;
  /** Processes a batch. The next batch is read after the returned promise resolves. */
  work: (batch: CsvFile) => Promise<unknown>;
};

/**
 * Reads a CSV file like `readCsv`, but from parts of its text and in batches of rows, so that the file may have any
 * size. Returns the faults that make the whole file unreadable; they may be found after some batches were processed.
 */
export async function processCsv(
  texts: AsyncIterable<string>,
  csvFormat: CsvFormat,
  { size, work }: BatchOptions,
): Promise<RowError[]> {
  const textIterator = texts[Symbol.asyncIterator]();
  const firstText = removePreamble((await textIterator.next()).value ?? '');
  const allTexts = Readable.from(prepend(firstText, { [Symbol.asyncIterator]: () => textIterator }));
  try {
    await pipeline(allTexts, parse(createParserOptions(firstText)), (parsedLines: AsyncIterable<string[]>) =>
      workInBatches(parsedLines, csvFormat, { size, work }),
    );
    return [];
  } catch (error) {
    return error instanceof UnreadableFileError ? error.faults : [toReadingFault(error)];
  }
}

/** The error that stops the reading of a CSV file with faults. */
class UnreadableFileError extends Error {
  readonly faults: RowError[];
  constructor(faults: RowError[]) {
    super('The file cannot be read.');
    this.faults = faults;
  }
}

async function* prepend(firstText: string, remainingTexts: AsyncIterable<string>): AsyncGenerator<string> {
  yield firstText;
  yield* remainingTexts;
}

async function workInBatches(
  lines: AsyncIterable<string[]>,
  csvFormat: CsvFormat,
  { size, work }: BatchOptions,
): Promise<void> {
  let header: CsvHeader | null = null;
  let batchLines: Line[] = [];
  let row = 0;
  let filledCount = 0;
  for await (const cells of lines) {
    row += 1;
    if (header === null) {
      const headerResult = readHeader(cells, csvFormat);
      if (Array.isArray(headerResult)) throw new UnreadableFileError(headerResult);
      header = headerResult;
    } else if (cells.some(isFilledCell)) {
      filledCount += 1;
      if (filledCount > csvFormat.maxRows)
        throw new UnreadableFileError([createFileFault(serverTexts().importFaults.splitFile(csvFormat.maxRows))]);
      batchLines.push({ row, cells });
    }
    if (header && batchLines.length === size) {
      await work(toCsvFile(header, batchLines));
      batchLines = [];
    }
  }
  if (header === null) throw new UnreadableFileError([createFileFault(serverTexts().importFaults.noHeader())]);
  if (batchLines.length > 0) await work(toCsvFile(header, batchLines));
}
