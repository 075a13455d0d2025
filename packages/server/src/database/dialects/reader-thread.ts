import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { createStatements, readerCache } from './sqlite-statements.ts';

/** A select to run, or `reopen`: read the statistics of the planner again, which a connection does only when it opens. */
export type ReaderRequest = { sql: string; parameters: readonly unknown[] } | 'reopen';

/** The rows as JSON, which costs the main thread a tenth of copied objects; or what SQLite said. */
export type ReaderReply = { rows: string } | { message: string; errcode: number };

/** The main program of a reader thread: it answers one request after the other. `workerData` is the database file. */
const open = () => {
  // Waits inside SQLite: nothing else runs on this thread.
  const connection = new DatabaseSync(String(workerData), { readOnly: true, timeout: 5000, defensive: true });
  connection.exec(`pragma trusted_schema = off; ${readerCache}`);
  return { connection, statements: createStatements(connection, 50) };
};

let reader = open();

parentPort?.on('message', (request: ReaderRequest) => {
  if (request !== 'reopen') {
    // A thread has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    parentPort?.postMessage(run(request));
    return;
  }
  reader.connection.close();
  reader = open();
});

function run({ sql, parameters }: Exclude<ReaderRequest, string>): ReaderReply {
  try {
    return { rows: JSON.stringify(reader.statements.run(sql, parameters).rows) };
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error)) throw error;
    return { message: error.message, errcode: Number(error.errcode) };
  }
}
