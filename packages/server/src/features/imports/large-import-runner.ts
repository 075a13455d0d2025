import { largeImportLimits, largeImports } from '@basics/contract/imports.ts';
import type { RowError } from '@basics/contract/imports.ts';
import { isPermitted, listPermissions, toPermissionContext } from '@basics/contract/permissions.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Db, Trx } from '#server/database/database.ts';
import { longReads } from '#server/database/long-reads.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import type { Log } from '#server/platform/log.ts';
import { recordAudit, recordAudits } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { startBackgroundJob } from '#server/platform/background/background-job.ts';
import type { BackgroundJob } from '#server/platform/background/background-job.ts';
import { jobBatchSize } from '#server/platform/background/batches.ts';
import { minutes } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { CsvFile } from '#server/platform/csv/read-csv.ts';
import { processCsv } from '#server/platform/csv/stream-csv.ts';
import type { CsvBatch } from '#server/platform/csv/stream-csv.ts';
import { Problem } from '#server/platform/problem.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { findUser } from '../users/users.repository.ts';
import { accountsImport } from './import-accounts.ts';
import { assignmentsImport } from './import-assignments.ts';
import { usersImport } from './import-users.ts';
import { addToReport, emptyReport, readReport, toUnreadable } from './large-import-report.ts';
import { advanceImport, changeImport, deleteParts, findPart, leaseImport } from './large-imports.repository.ts';
import type { LargeImportRow } from './large-imports.repository.ts';
import { createDuplicateCheck } from './plan.ts';
import type { DuplicateCheck, Step } from './plan.ts';
import type { ImportKind } from './run-import.ts';

type Dependencies = { database: Database; clock: Clock; queueLetter: QueueLetter };

/** A process that has not advanced an import for so long is considered dead; then another one may go on. */
const leaseMs = minutes(2);

/** Works on imports: when it is woken, and on those that another process left. */
export function createImportRunner(needs: Dependencies & { log: Log }) {
  let running: BackgroundJob | undefined;
  return {
    start(): void {
      const work = (signal: AbortSignal) => runLargeImports(needs, signal);
      running = startBackgroundJob({ name: 'imports', everyMs: minutes(1), log: needs.log, work });
    },
    wake: (): void => running?.wake(),
    stop: async (): Promise<void> => running?.stop(),
  };
}

/** Checks and writes the files that are due, one after the other. Stops between two batches when the signal is aborted. */
export async function runLargeImports(needs: Dependencies, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const now = needs.clock();
    // One after the other: the machine is there for the requests.
    // oxlint-disable-next-line no-await-in-loop
    const due = await needs.database.transact((trx) => leaseImport(trx, { now, until: now + leaseMs }));
    if (!due) return;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await workOn({ ...needs, signal, import: due, part: 0 });
  }
}

/** `part`: the number of the part that is being read. */
type Running = Dependencies & { signal: AbortSignal; import: LargeImportRow; part: number };

/** The import was cancelled, or another process has it. */
class ImportTaken extends Error {}

async function workOn(running: Running): Promise<void> {
  try {
    await (running.import.state === 'checking' ? check(running) : write(running));
  } catch (error) {
    if (error instanceof ImportTaken) return;
    // The next process goes on at once.
    if (running.signal.aborted) await advanceImport(running.database.kysely, running.import, { leasedUntil: null });
    throw error;
  }
}

type Advance = Parameters<typeof advanceImport>[2];

/** Stores progress and extends the lease. Throws ImportTaken. */
async function advance({ clock, import: at }: Running, db: Db, changes: Advance): Promise<LargeImportRow> {
  const advanced = await advanceImport(db, at, { leasedUntil: clock() + leaseMs, ...changes });
  if (!advanced) throw new ImportTaken();
  return advanced;
}

/** Plans every row and writes nothing but the report. Begins again after an interruption. */
async function check(running: Running): Promise<void> {
  const { kysely } = running.database;
  const earlierRowOf = createDuplicateCheck();
  let report = emptyReport;
  const unreadable = await processFile(running, async ({ torn, ...file }, kind) => {
    const { steps, errors } = await kind.plan(longReads(kysely), file, earlierRowOf);
    report = addToReport(report, { steps, errors: [...errors, ...torn] }, file.ignored);
    running.import = await advance(running, kysely, { done: running.part });
  });
  const result = JSON.stringify(unreadable.length > 0 ? toUnreadable(unreadable) : report);
  await advance(running, kysely, { state: 'checked', report: result, leasedUntil: null });
}

/** Writes the rows that are not written yet. Each batch is stored together with the number of its last row, so none is written twice. */
async function write(running: Running): Promise<void> {
  const written = running.import.done;
  let read = 0;
  await processFile(running, async ({ rows, ...file }, kind) => {
    read += rows.length;
    if (read > written) running.import = await writeBatch(running, { ...file, rows, done: read }, kind);
  });
  await running.database.transact(async (trx) => {
    const finishedAt = running.clock();
    const done = await advance(running, trx, { state: 'done', finishedAt, leasedUntil: null });
    await deleteParts(trx, done.id);
    const { changes: _, errors: __, ignoredColumns: ___, ...after } = readReport(done) ?? emptyReport;
    const { startedBy: actorId, requestId, kind } = done;
    const subject = { kind: 'import', id: kind } as const;
    await recordAudit(trx, { at: finishedAt, actorId, requestId, action: 'import.run', subject, after });
  });
}

const mostAttempts = 3;

/** Plans the rows again, because the data may have changed since the check, and writes those without errors. */
async function writeBatch(
  running: Running,
  { done, ...file }: CsvFile & { done: number },
  kind: PreparedKind,
): Promise<LargeImportRow> {
  for (let attempt = 1; ; attempt += 1)
    try {
      // Another attempt is made after this one.
      // oxlint-disable-next-line no-await-in-loop
      return await running.database.transact(async (trx) => {
        const locked = await advance(running, trx, { done });
        const plan = await kind.plan(trx, file, createDuplicateCheck());
        const entries = await plan.apply(trx);
        const report = addToReport(readReport(locked) ?? emptyReport, plan, file.ignored);
        const row = await changeImport(trx, locked.id, { report: JSON.stringify({ ...report, changes: [] }) });
        if (entries.length > 0) await recordAudits(trx, entries);
        return row;
      });
    } catch (error) {
      // Somebody has created one of the accounts meanwhile.
      if (!(error instanceof Problem && error.code === 'STALE') || attempt === mostAttempts) throw error;
    }
}

type Work = (batch: CsvBatch, kind: PreparedKind) => Promise<void>;

/** Reads the file in batches, and lets requests run after each. Returns what makes the file unreadable. */
async function processFile(running: Running, work: Work): Promise<RowError[]> {
  const form = { ...kindOf(running, await requireWriter(running)).form, most: largeImportLimits.rows };
  return processCsv(partsOf(running), form, {
    size: jobBatchSize,
    async work(batch) {
      running.signal.throwIfAborted();
      await work(batch, kindOf(running, await requireWriter(running)));
      await nextTurn();
    },
  });
}

async function* partsOf(running: Running): AsyncGenerator<string> {
  for (let number = 1; ; number += 1) {
    // One part is in memory at a time.
    // oxlint-disable-next-line no-await-in-loop
    const content = await findPart(longReads(running.database.kysely), running.import.id, number);
    if (content === null) return;
    running.part = number;
    yield content;
  }
}

/** The administrator who has started the import, as the actor of its changes. Cancels it, and throws ImportTaken, if that is none any more. */
async function requireWriter(running: Running): Promise<WriteContext> {
  const { database, clock, import: at } = running;
  const user = await findUser(database.kysely, at.startedBy);
  const person = { userId: at.startedBy, profileID: user?.profileId ?? null };
  const actor = {
    ...person,
    login: user?.login ?? '',
    sessionId: '',
    permissions: listPermissions(toPermissionContext(person)),
  };
  if (user?.status === 'active' && isPermitted(largeImports.start.access, actor)) {
    const origin = { requestId: at.requestId, address: '', userAgent: '', host: '' };
    return { database, actor, origin, at: clock() };
  }
  await advance(running, database.kysely, { state: 'cancelled', finishedAt: clock(), leasedUntil: null });
  throw new ImportTaken();
}

type PreparedKind = ReturnType<typeof kindOf>;

function kindOf({ import: { kind, invite }, queueLetter }: Running, importing: WriteContext) {
  if (kind === 'assignments') return prepare(assignmentsImport(importing));
  if (kind === 'crmAccounts') return prepare(accountsImport(importing));
  return prepare(usersImport({ ...importing, queueLetter, invite: invite === 1 }));
}

/** A kind of import whose plans can be applied, whatever their steps contain. */
const prepare = <OneStep extends Step>(kind: ImportKind<OneStep>) => ({
  form: kind.form,
  async plan(db: Db, file: CsvFile, earlierRowOf: DuplicateCheck) {
    const plan = await kind.plan(db, file, earlierRowOf);
    const changing = plan.steps.filter(({ outcome }) => outcome !== 'unchanged');
    return {
      ...plan,
      apply: async (trx: Trx): Promise<AuditEntry[]> => (changing.length === 0 ? [] : kind.apply(trx, changing)),
    };
  },
});
