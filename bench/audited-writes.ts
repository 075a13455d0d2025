import { users } from '@basics/contract/users/users.ts';
import { openDatabase } from '@basics/server/database/database.ts';
import { migrate } from '@basics/server/database/migrate.ts';
import { startEmbeddedPostgres } from '@basics/server/testing/database/embedded-postgres.ts';
import { openForwarder } from '@basics/server/testing/database/forwarder.ts';
import { openPortal } from '@basics/server/testing/portal.ts';
import { createUserBody } from '@basics/server/testing/records/staff.ts';

/**
 * Measures how many users three portals on one PostgreSQL create in a second, with an audit entry each, if each round trip to the database
 * takes 0 to 40 ms longer: `node bench/audited-writes.ts [milliseconds ...]`. The portals share one process, and so one core.
 */
const portalCount = 3;
const writersPerPortal = 16;
const measuredMs = 5000;

const server = await startEmbeddedPostgres();
await migrateOnce(server.url);
const roundTrips = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [0, 2, 10, 40];
for (const roundTripMs of roundTrips) {
  // The delays are measured one after the other, because they share the processor.
  // oxlint-disable-next-line no-await-in-loop
  const perSecond = await measure(roundTripMs);
  process.stdout.write(`${roundTripMs} ms: ${perSecond.toFixed(1)} users a second\n`);
}
await server.stop();
process.exit(0);

async function migrateOnce(url: string): Promise<void> {
  const database = await openDatabase({ url });
  await migrate(database, Date.now);
  await database.close();
}

async function measure(roundTripMs: number): Promise<number> {
  const forwarder = await openForwarder(server.url, { roundTripMs });
  const portals = await Promise.all(
    Array.from({ length: portalCount }, async () => openPortal(await openDatabase({ url: forwarder.url }))),
  );
  const names = Array.from({ length: portalCount * writersPerPortal }, (_, at) => `${roundTripMs}-${at}`);
  const writers = await Promise.all(names.map((name, at) => openWriter(portals[at % portalCount], name)));
  // The first call of each writer opens a connection.
  await Promise.all(writers.map((write) => write(-1)));
  const start = performance.now();
  const counts = await Promise.all(writers.map((write) => repeat(write, start + measuredMs)));
  const seconds = (performance.now() - start) / 1000;
  for (const { database } of portals) void database.close();
  forwarder.close();
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

type Write = (number: number) => Promise<void>;

async function openWriter(portal: Awaited<ReturnType<typeof openPortal>> | undefined, name: string): Promise<Write> {
  if (!portal) throw new Error('there is no portal');
  const rootLogin = `root-${name}@bench.example`;
  await portal.addUser({ login: rootLogin, profileId: 1 });
  const token = await portal.signIn(rootLogin);
  return async (number) => {
    const login = `${name}-${number}@customer.example`;
    const { status, body: reply } = await portal.call(users.create, {
      token,
      body: createUserBody({ login, email: login }),
    });
    if (status >= 300) throw new Error(`the user is not created: ${status} ${JSON.stringify(reply)}`);
  };
}

async function repeat(write: Write, until: number): Promise<number> {
  let count = 0;
  for (; performance.now() < until; count += 1)
    // Each writer sends its next request after the response.
    // oxlint-disable-next-line no-await-in-loop
    await write(count);
  return count;
}
