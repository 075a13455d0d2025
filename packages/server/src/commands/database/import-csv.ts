import { importKinds, largeImportLimits, type ImportKind, type LargeImport } from '@basics/contract/imports/imports.ts';
import {
  decodeText,
  detectEncodings,
  findForeignLines,
  textEncodings,
} from '@basics/contract/fields/text-encodings.ts';
import type { TextEncoding } from '@basics/contract/fields/text-encodings.ts';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#server/database/database.ts';
import { runLargeImports } from '#server/features/imports/large-import-runner.ts';
import {
  addPart,
  cancelLargeImport,
  createLargeImport,
  readLargeImport,
  startLargeImport,
} from '#server/features/imports/large-imports.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import type { Actor } from '#server/platform/http/call-context.ts';
import { StartFault } from '#server/platform/problem.ts';
import { UsageFault, type Call, type Outcome, type Shell } from '../command.ts';
import { createCommandLetters, findIssuer, createCommandOrigin } from '../issue.ts';
import { runOnDatabase } from '../on-database.ts';
import { refuseUnknownLogin } from '../accounts.ts';

export type ImportOptions = { by?: string; encoding?: string; 'dry-run'?: true; 'no-invitations'?: true };

/**
 * Imports a CSV file like the page of the portal: it checks the whole file first, and writes nothing if a row has an error. A running
 * portal may do a part of the work, and continues it if this command is interrupted.
 */
export async function importCsv(call: Call, options: ImportOptions): Promise<Outcome> {
  const { args, shell } = call;
  const { by } = options;
  const kind = importKinds.find((importKind) => importKind === args[0]);
  if (!kind) throw new UsageFault(`A file contains ${importKinds.join(', ')}.`);
  if (by === undefined) throw new UsageFault('Name --by (the administrator who imports).');
  return runOnDatabase(call, async (database, config) => {
    const actor = await findIssuer(database, by);
    if (!actor) return refuseUnknownLogin(database.kysely, by);
    const file = resolve(shell.cwd, args[1] ?? '');
    const fileParts = await readParts(file, readEncoding(options.encoding));
    const queueLetter = await createCommandLetters(database, config, shell.clock);
    const run = createImportRun({ database, queueLetter, actor, shell });
    const checkedImport = await run.check({
      kind,
      name: basename(file),
      fileParts,
      invite: !options['no-invitations'],
    });
    const errors = checkedImport.report?.errors ?? [];
    if (errors.length > 0 || options['dry-run']) {
      await run.cancel(checkedImport);
      return describeImport(checkedImport, errors.length === 0);
    }
    return describeImport(await run.write(checkedImport), true);
  });
}

function readEncoding(name: string | undefined): TextEncoding | null {
  const encoding = textEncodings.find((known) => known === name?.toLowerCase());
  if (name !== undefined && encoding === undefined)
    throw new UsageFault(`The encodings are ${textEncodings.join(', ')}.`);
  return encoding ?? null;
}

const shownLines = 3;

/** Reads the text of a file. If the encoding of the file is not certain, the fault shows its lines in each possible encoding. */
async function readText(file: string, encoding: TextEncoding | null): Promise<string> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new StartFault(`${file} cannot be read.`, { cause });
  });
  const encodings = encoding === null ? detectEncodings(bytes) : ([encoding] as const);
  if (encodings.length === 1) return decodeText(bytes, encodings[0]);
  const examples = encodings.flatMap((name) => [
    `--encoding ${name}`,
    ...findForeignLines(decodeText(bytes, name), shownLines).map((line) => `  ${line}`),
  ]);
  throw new StartFault(
    [
      `The encoding of ${file} is not certain. Name the one that shows the right letters; if none does, save the file as CSV UTF-8:`,
      ...examples,
    ].join('\n'),
  );
}

async function readParts(file: string, encoding: TextEncoding | null): Promise<string[]> {
  const text = await readText(file, encoding);
  if (text.trim() === '' || text.includes('\0')) throw new StartFault(`${file} is no text file in CSV.`);
  const fileParts: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = start + largeImportLimits.partCharacters;
    // A part must not end between the two halves of a character beyond U+FFFF.
    const partEnd = /[\uDC00-\uDFFF]/.test(text.charAt(end)) ? end - 1 : end;
    fileParts.push(text.slice(start, partEnd));
    start = partEnd;
  }
  if (fileParts.length > largeImportLimits.parts) throw new StartFault(`${file} is too large. Split it.`);
  return fileParts;
}

type RunContext = { database: Database; queueLetter: QueueLetter; actor: Actor; shell: Shell };
type ImportFile = { kind: ImportKind; name: string; fileParts: readonly string[]; invite: boolean };

function createImportRun({ database, queueLetter, actor, shell }: RunContext) {
  const { clock, printProgress } = shell;
  const caller = { database, actor, origin: createCommandOrigin('import'), wakeImports: () => {} };
  const createContext = () => ({ ...caller, at: clock() });
  /** Runs the import until its state changes, or waits for the portal that runs it. */
  const runUntilStateChanges = async (state: LargeImport['state'], id: number): Promise<LargeImport> => {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one step after the other
      await runLargeImports({ database, clock, queueLetter }, new AbortController().signal);
      // oxlint-disable-next-line no-await-in-loop -- as above
      const currentImport = await readLargeImport({ db: database.kysely, at: clock() }, id);
      if (currentImport.state !== state) return currentImport;
      printProgress(`${currentImport.done} of ${currentImport.of}`);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await wait(500);
    }
  };
  return {
    async check({ kind, name, fileParts, invite }: ImportFile): Promise<LargeImport> {
      const { importId } = await createLargeImport(createContext(), { kind, name, parts: fileParts.length, invite });
      for (const [index, text] of fileParts.entries()) {
        // oxlint-disable-next-line no-await-in-loop -- one part is in memory at a time
        await addPart(createContext(), importId, { number: index + 1, text });
      }
      printProgress('The file is being checked.');
      return runUntilStateChanges('checking', importId);
    },
    async write({ importId }: LargeImport): Promise<LargeImport> {
      await startLargeImport(createContext(), importId, { leaveOutFaulty: false });
      printProgress('The rows are being written.');
      return runUntilStateChanges('writing', importId);
    },
    cancel: ({ importId }: LargeImport): Promise<LargeImport> => cancelLargeImport(createContext(), importId),
  };
}

const maxShownErrors = 20;

function describeImport({ state, report }: LargeImport, ok: boolean): Outcome {
  if (!report) return { ok: false, lines: [`The import is ${state}, and has no report.`] };
  const { rows, created, changed, unchanged, faulty, errors, ignoredColumns } = report;
  const countsText = `${rows} rows: ${created} created, ${changed} changed, ${unchanged} unchanged, ${faulty} with errors.`;
  const lines = [
    ok && state === 'done' ? `Imported ${countsText}` : `Nothing was written. ${countsText}`,
    ...(ignoredColumns.length > 0 ? [`Columns that are not imported: ${ignoredColumns.join(', ')}.`] : []),
    ...errors
      .slice(0, maxShownErrors)
      .map(({ row, column, message }) => `Row ${row}${column === null ? '' : `, ${column}`}: ${message}`),
    ...(errors.length > maxShownErrors ? [`${errors.length - maxShownErrors} more errors.`] : []),
  ];
  return { ok, lines, facts: { state, ...report } };
}
