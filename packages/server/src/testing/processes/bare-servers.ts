import { users } from '@basics/contract/users/users.ts';
import Fastify from 'fastify';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import type { Database, DatabaseLocation } from '#server/database/database.ts';
import type { Tokens } from '#server/platform/security/session-token.ts';
import { openPortal } from '../portal.ts';

/** The database of a running portal, its location, and the functions that sign session tokens. */
type Portal = { database: Database; where: DatabaseLocation; tokens: Tokens };

type Statement = { sql: string; parameters: readonly unknown[] };

/** A user search to record: the body of the search, and the token of the user who makes it. */
export type RecordedRequest = { token: string; body: Record<string, unknown> };

/**
 * Creates two servers with which benchmarks compare the speed of the portal. `record` makes a request to the portal and records it. After
 * that, the bare server runs the SQL statements of the recorded request and returns its reply; the raw server returns the bytes of this
 * reply and runs no SQL.
 */
export async function createBareServers({ database, where, tokens }: Portal) {
  const statements: Statement[] = [];
  const { kysely } = database;
  const watchedDatabase = kysely.withPlugin({
    transformQuery({ node, queryId }) {
      const { sql, parameters } = kysely.getExecutor().compileQuery(node, queryId);
      statements.push({ sql, parameters });
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const portal = await openPortal({ ...database, kysely: watchedDatabase }, { tokens });
  const connection = await connect(where);
  let lastCall: { statements: readonly Statement[]; reply: unknown; bytes: Buffer } | undefined;

  const bareServer = Fastify();
  bareServer.post('/', async () => {
    if (!lastCall) throw new Error('nothing was recorded');
    for (const statement of lastCall.statements) await connection.run(statement);
    return lastCall.reply;
  });
  const raw = createServer((request, response) => {
    request.resume().on('end', () => {
      const { bytes } = lastCall ?? { bytes: Buffer.of() };
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes);
    });
  });
  await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
  const rawAddress = raw.address();
  return {
    addresses: {
      bare: await bareServer.listen({ host: '127.0.0.1', port: 0 }),
      raw: `http://127.0.0.1:${typeof rawAddress === 'object' && rawAddress ? rawAddress.port : 0}`,
    },
    /** Records a request. Returns the number of SQL statements that it runs. */
    async record({ token, body }: RecordedRequest): Promise<number> {
      // The first request is not counted, because it prepares statements that later requests reuse.
      await portal.call(users.search, { token, body });
      statements.length = 0;
      const { body: reply, bytes } = await portal.call(users.search, { token, body });
      lastCall = { statements: [...statements], reply, bytes };
      return statements.length;
    },
    async close() {
      await Promise.all([bareServer.close(), portal.close(), connection.close()]);
      raw.close();
      raw.closeAllConnections();
    },
  };
}

type Connection = { run: (statement: Statement) => unknown; close: () => Promise<void> | void };

/**
 * Opens the database only with its driver and without code of the portal: with prepared statements of `node:sqlite`, or with a pool of
 * `pg`.
 */
async function connect(where: DatabaseLocation): Promise<Connection> {
  if ('url' in where) {
    const pool = new Pool({ connectionString: where.url, max: 10 });
    return { run: ({ sql, parameters }) => pool.query(sql, [...parameters]), close: () => pool.end() };
  }
  const file = new DatabaseSync(where.file, { readOnly: true });
  const preparedStatements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  return {
    run({ sql, parameters }) {
      const statement = preparedStatements.get(sql) ?? file.prepare(sql);
      preparedStatements.set(sql, statement);
      // The driver accepts the types of these values, because the portal has run the statement with them.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return statement.all(...(parameters as string[]));
    },
    close: () => file.close(),
  };
}
