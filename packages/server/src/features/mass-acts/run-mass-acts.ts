import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseTexts } from '#server/database/columns.ts';
import { DatabaseBusy, DatabaseUnavailable } from '#server/database/failures.ts';
import type { Database } from '#server/database/database.ts';
import { undoRow } from '#server/features/undo/undo-act.ts';
import { findBackgroundActor } from '#server/features/users/access/background-actor.ts';
import { startBackgroundJob, type BackgroundJob } from '#server/platform/background/background-job.ts';
import { findOutcome, runInOneTransaction, type RowDetails } from '#server/platform/bulk.ts';
import { minutes, type Clock } from '#server/platform/clock/clock.ts';
import type { Log } from '#server/platform/log.ts';
import {
  advanceAct,
  changeAct,
  findNextRecords,
  leaseAct,
  storeOutcome,
  type MassActRecord,
  type MassActRow,
} from '#server/platform/mass-acts/mass-acts.repository.ts';
import { endRun, runningHoldMs } from '#server/platform/mass-acts/own-acts.ts';
import { Problem, problem } from '#server/platform/problem.ts';
import { runInLanguage } from '#server/platform/texts/language.ts';
import { findUndo, moveEndOfUndo } from '#server/platform/undo/undo.repository.ts';
import { actKinds, type RecordContext } from './change-record.ts';

type Dependencies = Pick<RecordContext, 'queueLetter' | 'randomBytes' | 'keys' | 'wake'> & {
  database: Database;
  clock: Clock;
  log: Log;
};

/** If a process has not continued an act for this long, another process may continue it. */
const leaseMs = minutes(2);

/** The number of records that are changed before another act gets its turn. */
const recordsPerTurn = 50;

/** Runs acts on many records in the background: when `wake` is called, and every minute to continue interrupted acts. */
export function createMassActRunner(dependencies: Dependencies) {
  let job: BackgroundJob | undefined;
  return {
    start(): void {
      const work = (signal: AbortSignal) => runMassActs(dependencies, signal);
      job = startBackgroundJob({ name: 'massActs', everyMs: minutes(1), log: dependencies.log, work });
    },
    wake: (): void => job?.wake(),
    stop: async (): Promise<void> => job?.stop(),
  };
}

/** Runs all acts, some records of each act in turn. Stops between two records when the signal is aborted. */
export async function runMassActs(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  const { database, clock } = dependencies;
  for (;;) {
    signal.throwIfAborted();
    const now = clock();
    // oxlint-disable-next-line no-await-in-loop -- one after the other, to leave CPU time to requests
    const act = await database.transact((trx) => leaseAct(trx, { now, until: now + leaseMs }));
    if (!act) return;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await continueAct({ ...dependencies, signal }, act);
  }
}

type Run = Dependencies & { signal: AbortSignal };
type Starter = NonNullable<Awaited<ReturnType<typeof findBackgroundActor>>>;

/** Changes or undoes the next records of an act. If the person who started it may no longer do so, the act is stopped. */
async function continueAct(run: Run, act: MassActRow): Promise<void> {
  const { database, clock } = run;
  const starter = await findBackgroundActor(database.kysely, act, actKinds[act.kind].access, clock());
  const records = await findNextRecords(database.kysely, act, recordsPerTurn);
  if (!starter || records.length === 0) return endAct(run, act, starter ? 'done' : 'stopped');
  await runInLanguage({ language: starter.language, isRequested: true }, async () => {
    let current: MassActRow | undefined = act;
    for (const record of records) {
      // oxlint-disable-next-line no-await-in-loop -- each change takes the write lock of SQLite
      if (!run.signal.aborted) current = await processRecord(run, { act: current, starter }, record);
      if (!current) return;
      // oxlint-disable-next-line no-await-in-loop -- lets requests run between two records
      await nextTurn();
    }
    // Other acts, and other processes, may continue at once.
    await advanceAct(database.kysely, current, { leasedUntil: null });
  });
}

const endAct = ({ database, clock }: Run, act: MassActRow, state: 'done' | 'stopped'): Promise<void> =>
  database.transact(async (trx) => {
    const at = clock();
    const current = await advanceAct(trx, act, { leasedUntil: null });
    if (!current) return;
    if (act.state === 'running') {
      await endRun(trx, current, { state, at });
    } else {
      // What could not be undone stays, so its e-mails are sent.
      await moveEndOfUndo(trx, act.requestId, { until: at, now: at });
      await changeAct(trx, act.id, { state: 'undone', finishedAt: at });
    }
  });

/** Thrown if an act was stopped, or if another process has leased it. */
class ActTaken extends Error {}

type ActWork = { act: MassActRow; starter: Starter };

/**
 * Changes or undoes one record, and stores its outcome in the same transaction, so that no record is changed twice. Returns the act if it
 * still belongs to this process.
 */
async function processRecord(run: Run, work: ActWork, record: MassActRecord): Promise<MassActRow | undefined> {
  const makeChange = work.act.state === 'running' ? changeRecord : undoRecord;
  try {
    return await store(run, work.act, record, (database) => makeChange({ ...run, database }, work, record));
  } catch (error) {
    if (error instanceof ActTaken) return undefined;
    if (error instanceof DatabaseBusy || error instanceof DatabaseUnavailable) throw error;
    if (!(error instanceof Problem))
      run.log.error({ err: error, name: 'massActs' }, 'a record of an act on many records could not be changed');
    const refusal = error instanceof Problem ? error : problem('RECORD_UNREADABLE');
    const outcome = await findOutcome(() => Promise.reject(refusal));
    return store(run, work.act, record, async () => outcome).catch((storeError: unknown) => {
      if (storeError instanceof ActTaken) return undefined;
      throw storeError;
    });
  }
}

/** `remains` is the JSON of all sentences about what was not undone, if there is a new one. */
type StoredOutcome = Parameters<typeof storeOutcome>[2] & { remains?: string };

/** Makes a change and stores its outcome in one transaction. Throws ActTaken if the act no longer belongs to this process. */
const store = (
  { database, clock }: Run,
  act: MassActRow,
  record: MassActRecord,
  makeChange: (transaction: Database) => Promise<StoredOutcome>,
): Promise<MassActRow> =>
  runInOneTransaction(database, (transaction) =>
    transaction.transact(async (trx) => {
      const advanced = await advanceAct(trx, act, { done: act.done + 1, leasedUntil: clock() + leaseMs });
      if (!advanced) throw new ActTaken();
      const { remains, ...outcome } = await makeChange(transaction);
      await storeOutcome(trx, record, outcome);
      return remains === undefined ? advanced : changeAct(trx, act.id, { remains });
    }),
  );

async function changeRecord(run: Run, { act, starter }: ActWork, record: MassActRecord): Promise<StoredOutcome> {
  const { database, clock, queueLetter, randomBytes, keys, wake } = run;
  const { actor, origin } = starter;
  const at = clock();
  let undoId: number | undefined;
  const context: RecordContext = {
    database,
    queueLetter,
    randomBytes,
    keys,
    wake,
    actor,
    origin,
    at,
    undoUntil: at + runningHoldMs,
    onUndoRecorded: (id) => (undoId = id),
  };
  const { effect }: RowDetails = await actKinds[act.kind].changeRecord(context, record.subjectId, act.body);
  return { outcome: 'done', effect, undoId };
}

async function undoRecord(run: Run, { act, starter }: ActWork, record: MassActRecord): Promise<StoredOutcome> {
  const { database, clock, queueLetter } = run;
  const { actor, origin } = starter;
  const undo = record.undoId === null ? undefined : await findUndo(database.kysely, record.undoId);
  if (!undo) throw problem('UNDO_OVER');
  const newSentences = await undoRow({ database, queueLetter, actor, origin, at: clock() }, undo);
  const sentences = parseTexts(act.remains);
  const remains = [...new Set([...sentences, ...newSentences])];
  return {
    outcome: 'done',
    effect: 'undone',
    ...(remains.length > sentences.length && { remains: JSON.stringify(remains) }),
  };
}
