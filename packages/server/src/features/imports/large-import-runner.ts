import { largeImportLimits, largeImports, type RowError, type UndoneImport } from '@basics/contract/imports/imports.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db, Trx } from '#server/database/foundation.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import { findRecipient } from '#server/mail/outbox.repository.ts';
import type { Log } from '#server/platform/log.ts';
import { recordAudit, recordAudits, type AuditEntry } from '#server/platform/audit/audit.ts';
import { startBackgroundJob, type BackgroundJob } from '#server/platform/background/background-job.ts';
import { minutes } from '#server/platform/clock/clock.ts';
import type { CsvFile, CsvFormat } from '#server/platform/csv/read-csv.ts';
import { processCsv } from '#server/platform/csv/stream-csv.ts';
import type { CallParts } from '#server/platform/http/call-context.ts';
import { runInLanguage, type LanguageChoice } from '#server/platform/texts/language.ts';
import { Problem } from '#server/platform/problem.ts';
import { runInOneTransaction } from '#server/platform/bulk.ts';
import { runningHoldMs } from '#server/platform/mass-acts/own-acts.ts';
import { endUndo, findNextUndos, moveEndOfLargeUndo } from '#server/platform/undo/undo.repository.ts';
import type { UndoableContext, UndoRow } from '#server/platform/undo/undo.repository.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { undoRow } from '../undo/undo-act.ts';
import { findBackgroundActor } from '../users/access/background-actor.ts';
import { createAccountsImport } from './import-accounts.ts';
import { createAssignmentsImport } from './import-assignments.ts';
import { createUsersImport } from './import-users.ts';
import {
  addToReport,
  createUnreadableReport,
  emptyReport,
  readImportReport,
  readUndone,
} from './large-import-report.ts';
import { findEndOfUndo } from './large-imports.ts';
import {
  advanceImport,
  changeImport,
  deleteParts,
  findPart,
  leaseImport,
  leaseMs,
} from './large-imports.repository.ts';
import type { LargeImportRow } from './large-imports.repository.ts';
import { createDuplicateCheck, type DuplicateCheck, type ImportStep } from './plan.ts';
import type { ImportKind } from './run-import.ts';

type Dependencies = Pick<CallParts, 'database' | 'clock' | 'queueLetter'>;

/**
 * Runs the large imports in the background: when `wake` is called, and every minute to continue imports that another process did not
 * finish.
 */
export function createImportRunner(dependencies: Dependencies & { log: Log }) {
  let importJob: BackgroundJob | undefined;
  return {
    start(): void {
      const work = (signal: AbortSignal) => runLargeImports(dependencies, signal);
      importJob = startBackgroundJob({ name: 'imports', everyMs: minutes(1), log: dependencies.log, work });
    },
    wake: (): void => importJob?.wake(),
    stop: async (): Promise<void> => importJob?.stop(),
  };
}

/** Checks and writes the files that are waiting, one after the other. Stops between two batches when the signal is aborted. */
export async function runLargeImports(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const now = dependencies.clock();
    // The files are handled one by one to leave CPU time to requests.
    // oxlint-disable-next-line no-await-in-loop
    const dueImport = await dependencies.database.transact((trx) => leaseImport(trx, { now, until: now + leaseMs }));
    if (!dueImport) return;
    // oxlint-disable-next-line no-await-in-loop -- the files are handled one by one
    await runInLanguage(await chooseReportLanguage(dependencies.database.kysely, dueImport), () =>
      continueImport({ ...dependencies, signal, import: dueImport, part: 0 }),
    );
  }
}

/** The faults of an import are stored in the language of the administrator who started it. */
async function chooseReportLanguage(db: Db, { startedBy }: LargeImportRow): Promise<LanguageChoice> {
  const starter = await findRecipient(db, startedBy);
  return { language: starter?.language ?? 'en', isRequested: true };
}

/** An import in progress. `part` is the number of the part that is being read. */
type ImportRun = Dependencies & { signal: AbortSignal; import: LargeImportRow; part: number };

/** Thrown if the import was cancelled, or if another process has leased it. */
class ImportTaken extends Error {}

async function continueImport(run: ImportRun): Promise<void> {
  try {
    if (run.import.undoState !== null) await undoRecords(run);
    else await (run.import.state === 'checking' ? checkFile(run) : writeFile(run));
  } catch (error) {
    if (error instanceof ImportTaken) return;
    // The lease (the reservation for this process) is ended, so that another process can continue at once.
    if (run.signal.aborted) await advanceImport(run.database.kysely, run.import, { leasedUntil: null });
    throw error;
  }
}

type ImportChanges = Parameters<typeof advanceImport>[2];

/**
 * Stores the progress, and extends the lease (the reservation for this process). Throws ImportTaken if the import was cancelled, or if
 * another process has leased it.
 */
async function storeProgress(
  { clock, import: importRow }: ImportRun,
  db: Db,
  changes: ImportChanges,
): Promise<LargeImportRow> {
  const advancedImport = await advanceImport(db, importRow, { leasedUntil: clock() + leaseMs, ...changes });
  if (!advancedImport) throw new ImportTaken();
  return advancedImport;
}

/**
 * The number of rows in a batch of the check. The check holds no transaction, so its batches are larger than those of the writing; each
 * batch waits for a reader thread and stores the progress.
 */
const checkedRowsAtOnce = 500;

/**
 * Checks a file: plans every row and writes only the report. After an interruption the check starts from the beginning.
 */
async function checkFile(run: ImportRun): Promise<void> {
  const { kysely } = run.database;
  const earlierRowOf = createDuplicateCheck();
  let report = emptyReport;
  const fileErrors = await processFile(run, checkedRowsAtOnce, async (file, kind) => {
    report = addToReport(report, file, await kind.plan(dbForLongReads(kysely), file, earlierRowOf));
    run.import = await storeProgress(run, kysely, { done: run.part });
  });
  const reportText = JSON.stringify(fileErrors.length > 0 ? createUnreadableReport(fileErrors) : report);
  await storeProgress(run, kysely, { state: 'checked', report: reportText, leasedUntil: null });
}

/**
 * The number of rows that one transaction writes. Requests are answered between the statements of a transaction, so a
 * larger transaction would keep other writes waiting too long.
 */
const writtenRowsAtOnce = 25;

/**
 * Writes the rows that are not written yet, without the rows in which the check found errors. Each batch is stored together with the number
 * of its last row, so no batch is written twice.
 */
async function writeFile(run: ImportRun): Promise<void> {
  const writtenRows = run.import.done;
  const leftOutRows = new Set(readImportReport(run.import)?.faultyRows.map(({ row }) => row));
  let readRows = 0;
  await processFile(run, writtenRowsAtOnce, async ({ rows, tornRows, ...file }, kind) => {
    readRows += rows.length + tornRows.length;
    const remainingRows = rows.filter(({ row }) => !leftOutRows.has(row));
    if (readRows > writtenRows)
      run.import = await writeBatch(run, { ...file, rows: remainingRows, tornRows: [], done: readRows }, kind);
  });
  const finishedAt = run.clock();
  const undoUntil = await findEndOfUndo(run.database.kysely, run.import, finishedAt);
  if (undoUntil !== null)
    await moveEndOfLargeUndo(run.database, run.import.requestId, { until: undoUntil, now: finishedAt });
  await run.database.transact(async (trx) => {
    const finishedImport = await storeProgress(run, trx, { state: 'done', finishedAt, undoUntil, leasedUntil: null });
    await deleteParts(trx, finishedImport.id);
    const { rows, created, changed, unchanged, faulty } = readImportReport(finishedImport) ?? emptyReport;
    const after = { rows, created, changed, unchanged, faulty };
    const { startedBy: actorId, requestId, kind } = finishedImport;
    const auditSubject = { kind: 'import', id: kind } as const;
    await recordAudit(trx, { at: finishedAt, actorId, requestId, action: 'import.run', subject: auditSubject, after });
  });
  // With the statistics of a small database, SQLite would read whole tables for each record that an Undo deletes.
  await run.database.refreshStatistics();
}

/** The number of changes that are read at once to undo them. */
const undosAtOnce = 50;

/** Undoes the changes of an import, the newest first, each in a transaction of its own. What was changed since then stays. */
async function undoRecords(run: ImportRun): Promise<void> {
  const { kysely, transact } = run.database;
  const { requestId: act, kind } = run.import;
  for (;;) {
    const now = run.clock();
    // oxlint-disable-next-line no-await-in-loop -- the changes are undone one after the other
    const undos = await findNextUndos(kysely, { act, now, limit: undosAtOnce });
    if (undos.length === 0) break;
    // oxlint-disable-next-line no-await-in-loop -- as above
    const starter = await findBackgroundActor(kysely, run.import, largeImports.undo.access, now);
    if (!starter) break;
    for (const undo of undos) {
      run.signal.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop -- as above
      await undoOne(run, { ...starter, at: now }, undo);
      // oxlint-disable-next-line no-await-in-loop -- lets requests run between two records
      await nextTurn();
    }
  }
  const at = run.clock();
  // What could not be undone stays, so its e-mails are sent.
  await moveEndOfLargeUndo(run.database, act, { until: at, now: at });
  await transact(async (trx) => {
    const undone = await storeProgress(run, trx, { undoState: 'undone', leasedUntil: null });
    await recordAudit(trx, {
      at,
      actorId: undone.startedBy,
      requestId: act,
      action: 'import.undo',
      subject: { kind: 'import', id: kind },
      after: { records: readUndone(undone).records },
    });
  });
}

/** Undoes one change, and stores its outcome. A change that is refused is not tried again. */
async function undoOne(
  run: ImportRun,
  writer: Pick<WriteContext, 'actor' | 'origin' | 'at'>,
  undo: UndoRow,
): Promise<void> {
  const { done } = run.import;
  const { records, refused, remains } = readUndone(run.import);
  const store = async (trx: Trx, undone: UndoneImport): Promise<void> => {
    run.import = await storeProgress(run, trx, { done: done + 1, undone: JSON.stringify(undone) });
  };
  try {
    await runInOneTransaction(run.database, async (database) => {
      const sentences = await undoRow({ ...writer, database, queueLetter: run.queueLetter }, undo);
      const allSentences = [...new Set([...remains, ...sentences])];
      await database.transact((trx) => store(trx, { records: records + 1, refused, remains: allSentences }));
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { message } = error;
    const sameReason = refused.find((group) => group.message === message);
    const others = refused.filter((group) => group !== sameReason);
    await run.database.transact(async (trx) => {
      await endUndo(trx, undo.id, writer.at);
      await store(trx, {
        records,
        refused: [...others, { message, records: (sameReason?.records ?? 0) + 1 }],
        remains,
      });
    });
  }
}

const maxAttempts = 3;

/** Plans the rows of a batch again, because the data may have changed since the check, and writes the rows without errors. */
async function writeBatch(
  run: ImportRun,
  { done, ...file }: CsvFile & { done: number },
  kind: PreparedKind,
): Promise<LargeImportRow> {
  for (let attempt = 1; ; attempt += 1)
    try {
      // The next attempt starts only if this one has failed.
      // oxlint-disable-next-line no-await-in-loop
      return await run.database.transact(async (trx) => {
        const lockedImport = await storeProgress(run, trx, { done });
        const plan = await kind.plan(trx, file, createDuplicateCheck());
        const auditEntries = await plan.apply(trx);
        const report = addToReport(readImportReport(lockedImport) ?? emptyReport, file, plan);
        const row = await changeImport(trx, lockedImport.id, {
          report: JSON.stringify({ ...report, changes: [], notes: [] }),
        });
        if (auditEntries.length > 0) await recordAudits(trx, auditEntries);
        return row;
      });
    } catch (error) {
      // STALE means that someone else has created one of the accounts since the rows were read.
      if (!(error instanceof Problem && error.code === 'STALE') || attempt === maxAttempts) throw error;
    }
}

type BatchWork = (batch: CsvFile, kind: PreparedKind) => Promise<void>;

/** Reads the file in batches of `size` rows, and lets requests run after each batch. Returns the errors that make the file unreadable. */
async function processFile(run: ImportRun, size: number, work: BatchWork): Promise<RowError[]> {
  const format: CsvFormat = { ...createKind(run, await requireWriter(run)).form, maxRows: largeImportLimits.rows };
  return processCsv(readParts(run), format, {
    size,
    async work(batch) {
      run.signal.throwIfAborted();
      await work(batch, createKind(run, await requireWriter(run)));
      await nextTurn();
    },
  });
}

async function* readParts(run: ImportRun): AsyncGenerator<string> {
  for (let partNumber = 1; ; partNumber += 1) {
    // Only one part is in memory at a time.
    // oxlint-disable-next-line no-await-in-loop
    const partText = await findPart(dbForLongReads(run.database.kysely), run.import.id, partNumber);
    if (partText === null) return;
    run.part = partNumber;
    yield partText;
  }
}

/**
 * Returns the administrator who started the import, as the actor of its changes. If that administrator may no longer import, the import is
 * cancelled and ImportTaken is thrown.
 */
async function requireWriter(run: ImportRun): Promise<UndoableContext & WriteContext> {
  const { database, clock, import: importRow } = run;
  const at = clock();
  const starter = await findBackgroundActor(database.kysely, importRow, largeImports.start.access, at);
  if (starter) return { database, actor: starter.actor, origin: starter.origin, at, undoUntil: at + runningHoldMs };
  await cancelImport(run);
  throw new ImportTaken();
}

/** Cancels an import whose administrator may no longer import. The audit entry has no actor, because nobody has cancelled the import. */
async function cancelImport(run: ImportRun): Promise<void> {
  const at = run.clock();
  const undoUntil = await findEndOfUndo(run.database.kysely, run.import, at);
  await run.database.transact(async (trx) => {
    const { id, kind, requestId } = await storeProgress(run, trx, {
      state: 'cancelled',
      finishedAt: at,
      undoUntil,
      leasedUntil: null,
    });
    await deleteParts(trx, id);
    const { rows, created, changed } = readImportReport(run.import) ?? emptyReport;
    await recordAudit(trx, {
      at,
      actorId: null,
      requestId,
      action: 'import.cancel',
      subject: { kind: 'import', id: kind },
      after: { rows, created, changed },
    });
  });
  if (undoUntil !== null) await moveEndOfLargeUndo(run.database, run.import.requestId, { until: undoUntil, now: at });
}

type PreparedKind = ReturnType<typeof createKind>;

function createKind({ import: { kind, invite }, queueLetter }: ImportRun, context: UndoableContext & WriteContext) {
  if (kind === 'assignments') return prepareKind(createAssignmentsImport(context));
  if (kind === 'crmAccounts') return prepareKind(createAccountsImport(context));
  return prepareKind(createUsersImport({ ...context, queueLetter, invite: invite === 1 }));
}

/** Wraps a kind of import, so that its plans can be applied without knowing the type of their steps. */
const prepareKind = <OneStep extends ImportStep>(kind: ImportKind<OneStep>) => ({
  form: kind.form,
  async plan(db: Db, file: CsvFile, earlierRowOf: DuplicateCheck) {
    const plan = await kind.plan(db, file, earlierRowOf);
    const changingSteps = plan.steps.filter(({ outcome }) => outcome !== 'unchanged');
    return {
      ...plan,
      apply: async (trx: Trx): Promise<AuditEntry[]> =>
        changingSteps.length === 0 ? [] : kind.apply(trx, changingSteps),
    };
  },
});
