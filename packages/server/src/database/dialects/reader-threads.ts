import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ReaderReply, ReaderRequest } from './reader-thread.ts';

/** The number of threads is limited, because each thread takes some 20 MB of memory. */
const maxThreads = Math.min(4, Math.max(1, availableParallelism() - 1));

type PendingRequest = { resolve: (rows: unknown[]) => void; reject: (error: unknown) => void };
type Thread = { worker: Worker; pendingRequests: PendingRequest[] };

export type ReaderThreads = {
  /** Runs a select and returns its rows. Throws the error of SQLite, with its `errcode`. */
  readRows: (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>;
  /** Makes the running threads read the statistics of the planner again. */
  reopen: () => void;
  close: () => Promise<void>;
};

/** Threads with read-only connections to an SQLite file. Each reader thread starts when it is first needed. */
export function createReaderThreads(file: string): ReaderThreads {
  const threads = new Set<Thread>();
  let isClosed = false;

  /** Returns the thread with the fewest pending requests, or a new thread if all are busy. */
  function chooseThread(): Thread {
    const [leastBusy] = [...threads].toSorted((a, b) => a.pendingRequests.length - b.pendingRequests.length);
    if (leastBusy && (leastBusy.pendingRequests.length === 0 || threads.size >= maxThreads)) return leastBusy;
    const thread = startThread(file, () => threads.delete(thread));
    threads.add(thread);
    return thread;
  }

  return {
    readRows(sql, parameters) {
      if (isClosed) return Promise.reject(new Error('The database is closed.'));
      const { worker, pendingRequests } = chooseThread();
      const { promise, ...settle } = Promise.withResolvers<unknown[]>();
      pendingRequests.push(settle);
      // A message to a thread has no target origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage({ sql, parameters } satisfies ReaderRequest);
      return promise;
    },
    reopen() {
      // A message to a thread has no target origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      for (const { worker } of threads) worker.postMessage('reopen' satisfies ReaderRequest);
    },
    async close() {
      isClosed = true;
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

function startThread(file: string, onEnd: () => void): Thread {
  const program = new URL('./reader-thread.ts', import.meta.url);
  const worker = new Worker(program, {
    workerData: file,
    // The thread does not inherit the options of the process, because some are only valid for its main program.
    execArgv: [],
    // A search creates many short-lived objects. Without this limit, Node.js would keep some 60 MB of these objects before it removes them.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  const pendingRequests: PendingRequest[] = [];
  // A thread answers in the order of the requests, so a reply belongs to the oldest pending request.
  worker.on('message', (reply: ReaderReply) => {
    const oldestRequest = pendingRequests.shift();
    if ('rows' in reply) oldestRequest?.resolve(parseRows(reply.rows));
    else
      oldestRequest?.reject(
        Object.assign(new Error(reply.message), { code: 'ERR_SQLITE_ERROR', errcode: reply.errcode }),
      );
  });
  const endThread = (error: unknown): void => {
    onEnd();
    for (const { reject } of pendingRequests.splice(0)) reject(error);
  };
  worker.on('error', endThread);
  worker.on('exit', () => endThread(new Error('The reader thread has ended.')));
  return { worker, pendingRequests };
}

function parseRows(rowsJson: string): unknown[] {
  const rows: unknown = JSON.parse(rowsJson);
  return Array.isArray(rows) ? rows : [];
}
