import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ReaderReply, ReaderRequest } from './reader-thread.ts';

/** Each thread takes some 20 MB. */
const mostThreads = Math.min(4, Math.max(1, availableParallelism() - 1));

type Waiting = { resolve: (rows: unknown[]) => void; reject: (error: unknown) => void };
type Thread = { worker: Worker; waiting: Waiting[] };

export type ReaderThreads = {
  /** The rows of a select. Throws the error of SQLite, with its `errcode`. */
  read: (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>;
  /** Makes the running threads read the statistics of the planner again. */
  reopen: () => void;
  close: () => Promise<void>;
};

/** Threads with read-only connections to an SQLite file. Each starts when it is first needed. */
export function createReaderThreads(file: string): ReaderThreads {
  const threads = new Set<Thread>();
  let isClosed = false;

  /** The thread with the fewest requests, or a new one if all have some. */
  function choose(): Thread {
    const [idlest] = [...threads].toSorted((a, b) => a.waiting.length - b.waiting.length);
    if (idlest && (idlest.waiting.length === 0 || threads.size >= mostThreads)) return idlest;
    const thread = startThread(file, () => threads.delete(thread));
    threads.add(thread);
    return thread;
  }

  return {
    read(sql, parameters) {
      if (isClosed) return Promise.reject(new Error('The database is closed.'));
      const { worker, waiting } = choose();
      const { promise, ...settle } = Promise.withResolvers<unknown[]>();
      waiting.push(settle);
      // A thread has no origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage({ sql, parameters } satisfies ReaderRequest);
      return promise;
    },
    reopen() {
      // A thread has no origin.
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
    // Without the options of the process, of which some are only for its main program.
    execArgv: [],
    // A search creates many objects that live only until its reply. By default Node.js lets them take some 60 MB.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  const waiting: Waiting[] = [];
  // A thread answers in the order of the requests.
  worker.on('message', (reply: ReaderReply) => {
    const first = waiting.shift();
    if ('rows' in reply) first?.resolve(parseRows(reply.rows));
    else first?.reject(Object.assign(new Error(reply.message), { code: 'ERR_SQLITE_ERROR', errcode: reply.errcode }));
  });
  const end = (error: unknown): void => {
    onEnd();
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  worker.on('error', end);
  worker.on('exit', () => end(new Error('The reader thread has ended.')));
  return { worker, waiting };
}

function parseRows(text: string): unknown[] {
  const rows: unknown = JSON.parse(text);
  return Array.isArray(rows) ? rows : [];
}
