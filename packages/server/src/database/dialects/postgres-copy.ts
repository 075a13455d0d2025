import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { CopyText, TableCopies } from '../foundation.ts';
import { destroy, unlimitedStatements } from './postgres-connections.ts';

/** How long a copy waits for the next rows, in milliseconds. The first rows may have to be sorted. */
const maxWaitMs = 10 * 60_000;

/** The server waits without a limit for this process, which writes the rows elsewhere. */
const unlimitedIdle = 'set local idle_in_transaction_session_timeout = 0';

export const createTableCopies = (connect: () => Promise<PoolClient>): TableCopies => ({
  readAtOneMoment: (read) =>
    runTransaction(connect, 'begin isolation level repeatable read read only', async (client) => {
      const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
      const select = (statement: string) =>
        limitWaits(client, client.query(copyTo(`copy (${statement}) to stdout`, { highWaterMark: chunkBytes })));
      return read(select, rows[0]?.snapshot ?? '');
    }),
  write: (table, columns, rows) =>
    runTransaction(connect, 'begin', (client) =>
      pipeline(Readable.from(rows), client.query(copyFrom(`copy ${table} (${columns}) from stdin`))),
    ),
});

const chunkBytes = 256 * 1024;

async function runTransaction<Result>(
  connect: () => Promise<PoolClient>,
  begin: string,
  action: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await connect();
  // A stream of COPY cannot share the connection with other statements.
  const setPipeline = (isOn: boolean) => Object.assign(client, { pipeline: isOn });
  setPipeline(false);
  try {
    await client.query(begin);
    await client.query(unlimitedStatements);
    await client.query(unlimitedIdle);
    const result = await action(client);
    await client.query('commit');
    setPipeline(true);
    client.release();
    return result;
  } catch (error) {
    // The connection may be in the middle of a copy, so it is not used again.
    destroy(client);
    client.release(true);
    throw error;
  }
}

/** Ends the connection if the next rows do not come in time. */
async function* limitWaits(client: PoolClient, stream: Readable): CopyText {
  const iterator: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  for (;;) {
    const timer = setTimeout(() => destroy(client), maxWaitMs);
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    const { done, value } = await iterator.next().finally(() => clearTimeout(timer));
    if (done === true) return;
    yield value;
  }
}
