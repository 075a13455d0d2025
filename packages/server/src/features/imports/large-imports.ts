import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type {
  ImportKind,
  ImportReport,
  LargeImport,
  LargeImportReport,
  largeImports,
} from '@basics/contract/imports/imports.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { Actor, CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { runningHoldMs } from '#server/platform/mass-acts/own-acts.ts';
import { countUndos, moveEndOfLargeUndo, undoMs, type UndoableContext } from '#server/platform/undo/undo.repository.ts';
import { recordAction, type AuditWriter } from '#server/platform/audit/audit.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { emptyReport, isUndoable, readImportReport, toImportSummary, toLargeImport } from './large-import-report.ts';
import {
  changeImport,
  deleteParts,
  findImport,
  findNewestImports,
  insertImport,
  leaseMs,
  lockImport,
  storePart,
} from './large-imports.repository.ts';
import type { LargeImportRow } from './large-imports.repository.ts';

/** The maximum number of imports in the list. */
const listLimit = 10;

/** `wakeImports` starts the background job that runs imports. */
type ImportContext = WriteContext & { wakeImports: () => void };

/** Creates an import of a large file, which the administrator sends in parts. The portal checks it, and writes it when they confirm. */
export async function createLargeImport(
  { database, actor, origin, at }: WriteContext,
  body: Body<typeof largeImports.create>,
): Promise<LargeImport> {
  const importStart = { startedBy: actor.userId, requestId: origin.requestId, at };
  return toLargeImport(await insertImport(database.kysely, body, importStart), at);
}

type WrittenImport = { kind: ImportKind; name: string; invite: boolean; report: ImportReport };

/** Stores an import that one call has written, so that it can be undone as a large import. Returns its id. */
export async function storeImport(
  trx: Trx,
  { actor, origin, at, undoUntil }: UndoableContext & { at: number },
  { report, ...file }: WrittenImport,
): Promise<number> {
  const { written: _, digest: __, ...counts } = report;
  const { id } = await insertImport(
    trx,
    { ...file, parts: 0 },
    { startedBy: actor.userId, requestId: origin.requestId, at },
  );
  await changeImport(trx, id, {
    state: 'done',
    done: report.rows,
    total: report.rows,
    finishedAt: at,
    undoUntil: undoUntil ?? null,
    report: JSON.stringify({ ...counts, changes: [], notes: [] }),
  });
  return id;
}

/** Stores one part of a file. After the last part, the check begins. Throws NOT_YOUR_IMPORT, RESULTS_NOT_FOUND or STALE. */
export const addPart = (
  context: ImportContext,
  id: number,
  { number, text }: Body<typeof largeImports.addPart>,
): Promise<LargeImport> =>
  changeImportInState(context, id, ['receiving'], async (trx, row) => {
    requireSender(context.actor, row);
    const { total } = row;
    if (number > total) throw problem('STALE');
    const storedParts = await storePart(trx, id, number, text);
    return changeImport(trx, id, storedParts === total ? { done: 0, state: 'checking' } : { done: storedParts });
  });

/** Reads one import. Throws RESULTS_NOT_FOUND. */
export async function readLargeImport({ db, at }: Pick<CallContext, 'db' | 'at'>, id: number): Promise<LargeImport> {
  const row = await findImport(db, id);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  return toLargeImport(row, at);
}

export const listLargeImports = async ({ db }: Pick<CallContext, 'db'>): Promise<Reply<typeof largeImports.list>> => ({
  items: (await findNewestImports(db, listLimit)).map(toImportSummary),
});

/** Starts to write the rows of a checked file. Throws NOT_YOUR_IMPORT, RESULTS_NOT_FOUND or STALE. */
export const startLargeImport = (
  context: ImportContext,
  id: number,
  { leaveOutFaulty }: Body<typeof largeImports.start>,
): Promise<LargeImport> =>
  changeImportInState(context, id, ['checked'], (trx, row) => startWriting(trx, row, context, leaveOutFaulty));

/** Cancels an import that is not finished. Throws RESULTS_NOT_FOUND or STALE. */
export const cancelLargeImport = (context: ImportContext, id: number): Promise<LargeImport> =>
  changeImportInState(context, id, ['receiving', 'checking', 'checked', 'writing'], (trx, row) =>
    cancelImport(trx, row, context),
  );

/**
 * Changes an import if it has one of the given states; if it can be undone afterwards, or is being undone, its e-mails wait. Throws
 * RESULTS_NOT_FOUND, or STALE if the import has another state.
 */
async function changeImportInState(
  { database, at, wakeImports }: ImportContext,
  id: number,
  states: readonly LargeImportRow['state'][],
  makeChange: (trx: Trx, row: LargeImportRow) => Promise<LargeImportRow>,
): Promise<LargeImport> {
  const changedImport = await database.transact(async (trx) => {
    const row = await lockImport(trx, id);
    if (!row) throw problem('RESULTS_NOT_FOUND');
    if (!states.includes(row.state)) throw problem('STALE');
    return makeChange(trx, row);
  });
  const isUndoing = changedImport.undoState === 'undoing';
  const until = isUndoing ? at + runningHoldMs : changedImport.undoUntil;
  if (until !== null) await moveEndOfLargeUndo(database, changedImport.requestId, { until, now: at });
  if (isUndoing) await changeImport(database.kysely, id, { leasedUntil: null });
  wakeImports();
  return toLargeImport(changedImport, at);
}

/** Starts to undo an import in the background. Throws NOT_YOUR_IMPORT, RESULTS_NOT_FOUND, STALE or UNDO_OVER. */
export const undoLargeImport = (context: ImportContext, id: number): Promise<LargeImport> =>
  changeImportInState(context, id, ['done', 'cancelled'], async (trx, row) => {
    const { actor, at } = context;
    requireSender(actor, row);
    if (!isUndoable(row, at)) throw problem('UNDO_OVER');
    const records = await countUndos(trx, row.requestId);
    if (records === 0) throw problem('UNDO_OVER');
    // The lease keeps the import from being undone before all its e-mails wait.
    return changeImport(trx, id, { undoState: 'undoing', done: 0, total: records, leasedUntil: at + leaseMs });
  });

/** Returns until when an import that ends at this time can be undone, or null if it has changed nothing. */
export const findEndOfUndo = async (db: Db, { requestId }: LargeImportRow, at: number): Promise<number | null> =>
  (await countUndos(db, requestId)) === 0 ? null : at + undoMs.mass;

/** Starts to write the rows of a checked file. Throws NOT_YOUR_IMPORT, or STALE if the file cannot be written. */
async function startWriting(
  trx: Trx,
  row: LargeImportRow,
  { actor, origin }: AuditWriter,
  leaveOutFaulty: boolean,
): Promise<LargeImportRow> {
  requireSender(actor, row);
  const report = readImportReport(row);
  if (!report || !canBeWritten(report, leaveOutFaulty)) throw problem('STALE');
  const { rows, faulty, ignoredColumns, columns, errors, faultyRows } = report;
  // The rows with errors are kept in the report, because the writing leaves out exactly these rows.
  const startReport = { ...emptyReport, rows: faulty, faulty, ignoredColumns, columns, errors, faultyRows };
  return changeImport(trx, row.id, {
    state: 'writing',
    done: 0,
    total: rows,
    report: JSON.stringify(startReport),
    requestId: origin.requestId,
  });
}

async function cancelImport(trx: Trx, row: LargeImportRow, writer: AuditWriter): Promise<LargeImportRow> {
  const report = readImportReport(row);
  const cancelledImport = await changeImport(trx, row.id, {
    state: 'cancelled',
    finishedAt: writer.at,
    leasedUntil: null,
    undoUntil: await findEndOfUndo(trx, row, writer.at),
    // The values of the rows are personal data that nobody needs after the import.
    report: report && JSON.stringify({ ...report, changes: [], faultyRows: [], notes: [] }),
  });
  await deleteParts(trx, row.id);
  const { rows = 0, created = 0, changed = 0 } = (row.state === 'writing' && report) || {};
  const subject = { kind: 'import', id: row.kind } as const;
  await recordAction(trx, writer, { action: 'import.cancel', subject, after: { rows, created, changed } });
  return cancelledImport;
}

/**
 * Only the administrator who has sent a file can add parts to it and start its import, because the audit log names this administrator for
 * all its changes. Throws NOT_YOUR_IMPORT.
 */
function requireSender({ userId }: Actor, { startedBy }: LargeImportRow): void {
  if (userId !== startedBy) throw problem('NOT_YOUR_IMPORT');
}

/** A file whose rows with errors are not all listed cannot be written, because these rows could not be returned. */
const canBeWritten = ({ rows, faulty, errors, faultyRows }: LargeImportReport, leaveOutFaulty: boolean): boolean =>
  errors.length === 0 || (leaveOutFaulty && rows > 0 && faulty === faultyRows.length);
