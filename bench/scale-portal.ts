/**
 * Runs the portal of `scale.ts` in a separate process, so that its CPU time does not contain that of the client. The arguments are the kind
 * of the database, the number of customers, and where filled databases are kept: a folder of SQLite files, or the URL of a PostgreSQL
 * server on this machine. The process also serves two routes to compare the portal with: `/bare`, a bare Fastify route that runs the SQL
 * statements of the last recorded request, and `/raw`, which returns the bytes of its response from `node:http` alone.
 */
import { assignSalesman } from '@basics/server/testing/records/staff.ts';
import { addCustomers, countAdded, smallCountries } from '@basics/server/testing/records/many-customers.ts';
import { createBareServers } from '@basics/server/testing/processes/bare-servers.ts';
import { createCpuMeter } from './cpu-meter.ts';
import { openStoredDatabase } from './stored-database.ts';
import { runOnDatabase, type Bench } from './open-bench.ts';
import type { PortalMessage, PortalReady } from './measure-lists.ts';

const [, , kindName, customers = '', store] = process.argv;
const kind = kindName === 'PostgreSQL' ? 'PostgreSQL' : 'SQLite';
const storedDatabase = store === undefined ? undefined : await openStoredDatabase(kind, store, customers);

const pairsBySalesman: Readonly<Record<string, readonly (readonly [country: string, brand: string])[]>> = {
  sales1: [['AD', 'red']],
  sales3: [
    ['DE', 'blue'],
    ['FR', 'blue'],
    ['NO', 'red'],
  ],
  sales40: smallCountries.map((country) => [country, 'red'] as const),
};

async function servePortal(bench: Bench): Promise<void> {
  const { database, addUser, signIn, url } = bench;
  if ((await countAdded(database.kysely)) === 0) {
    await addUser('root@bench.example', 1);
    for (const [name, pairs] of Object.entries(pairsBySalesman)) {
      const id = await addUser(`${name}@bench.example`, 2);
      for (const [country, brand] of pairs) await assignSalesman(database, id, country, brand);
    }
    await addCustomers(database, { from: 0, to: Number(customers) });
  }
  const tokens: Record<string, string> = {};
  for (const login of ['root', ...Object.keys(pairsBySalesman)]) tokens[login] = await signIn(`${login}@bench.example`);
  const comparedServers = await createBareServers(bench);
  const readCpu = createCpuMeter(storedDatabase?.serverPid);
  process.send?.({ url, tokens, comparedUrls: comparedServers.addresses } satisfies PortalReady);
  process.on('message', (question: PortalMessage) => {
    if (question === 'cpu') process.send?.(readCpu());
    else void comparedServers.record(question).then((bytes) => process.send?.(bytes));
  });
  await new Promise((resolve) => process.once('disconnect', resolve));
  await comparedServers.close();
}

await runOnDatabase(kind, servePortal, storedDatabase?.where);
