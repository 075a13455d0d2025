import { apiBase } from '@basics/contract/calls/limits.ts';
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { openDatabase, type Database, type DatabaseLocation } from '@basics/server/database/database.ts';
import { migrate } from '@basics/server/database/migrate.ts';
import type { Tokens } from '@basics/server/platform/security/session-token.ts';
import { startEmbeddedPostgres } from '@basics/server/testing/database/embedded-postgres.ts';
import { openPortal, type Portal } from '@basics/server/testing/portal.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Bench = {
  database: Database;
  portal: Portal;
  where: DatabaseLocation;
  tokens: Tokens;
  url: string;
  /** Makes a call with this token over HTTP, and returns the response before its whole body has arrived. */
  ask: (token: string, endpoint: Endpoint, body: unknown) => Promise<Response>;
  addUser: (login: string, profileId: number) => Promise<number>;
  signIn: (login: string) => Promise<string>;
};

export const databaseKinds = ['SQLite', 'PostgreSQL'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** Runs an action with a portal on a new database of the given kind, or on the database at `storedAt`, which is not deleted. */
export async function runOnDatabase(
  kind: DatabaseKind,
  action: (bench: Bench) => Promise<void>,
  storedAt?: DatabaseLocation,
): Promise<void> {
  const location = storedAt ? { where: storedAt, discard: async () => {} } : await createLocation(kind);
  // The time limit is long, because statements that add a million customers take minutes.
  const database = await openDatabase(location.where, { patienceMs: 600_000 });
  try {
    await migrate(database, Date.now);
    const portal = await openPortal(database);
    const url = await portal.http.listen({ host: '127.0.0.1', port: 0 });
    await action({
      database,
      portal,
      where: location.where,
      tokens: portal.tokens,
      url,
      ask: (token, { method, path }, body) =>
        fetch(`${url}${apiBase}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'accept-encoding': 'identity',
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      addUser: (login, profileId) => portal.addUser({ login, profileId }),
      signIn: (login) => portal.signIn(login),
    });
    await portal.close();
  } finally {
    await database.close();
    await location.discard();
  }
}

/** Creates the place of an empty database. `discard` removes it. */
export async function createLocation(
  kind: DatabaseKind,
): Promise<{ where: DatabaseLocation; discard: () => Promise<void> }> {
  if (kind === 'PostgreSQL') {
    const server = await startEmbeddedPostgres();
    return { where: { url: server.url }, discard: server.stop };
  }
  const folder = await mkdtemp(join(tmpdir(), 'basics-bench-'));
  return { where: { file: join(folder, 'bench.db') }, discard: () => rm(folder, { recursive: true }) };
}
