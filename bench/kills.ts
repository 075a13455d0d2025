/**
 * Counts the writes that a portal acknowledged and then lost: `node bench/kills.ts SQLite|PostgreSQL [kills]`. 20 clients create customers
 * while the portal is killed (SIGKILL) repeatedly. Prints how many writes were acknowledged, and how many of them were lost. Also prints
 * the time and the CPU time from the start of the portal until it is ready.
 */
import { apiBase } from '@basics/contract/calls/limits.ts';
import { openDatabase } from '@basics/server/database/database.ts';
import { startEmbeddedPostgres } from '@basics/server/testing/database/embedded-postgres.ts';
import { findFreePort } from '@basics/server/testing/database/free-port.ts';
import { createUserBody } from '@basics/server/testing/records/staff.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readCpuSeconds, setUpAdministrator, startPortal, waitUntilReady } from './portal-process.ts';

const writerCount = 20;
const [, , kind = 'SQLite', kills = '50'] = process.argv;
/** The average number of acknowledged writes between two kills. The number of writes before a kill varies between 50 and 140. */
const writesBetweenKills = 100;

const cwd = await mkdtemp(join(tmpdir(), 'basics-kills-'));
const postgres = kind === 'PostgreSQL' ? await startEmbeddedPostgres() : null;
const port = await findFreePort();
const portalUrl = `http://127.0.0.1:${port}`;
const env = { PORT: String(port), ...(postgres && { DATABASE_URL: postgres.url }) };
const startTestedPortal = () => startPortal({ cwd, env });

let portal = startTestedPortal();
await waitUntilReady(portalUrl);
const token = await setUpAdministrator(portalUrl, portal.output.out);
const acknowledgedLogins = new Set<string>();
const stopController = new AbortController();
const writeLoops = Array.from({ length: writerCount }, (_, writer) => createCustomers(writer));
const startTimes: number[] = [];
let totalStartCpuSeconds = 0;
for (let kill = 0; kill < Number(kills); kill += 1) {
  const targetCount = acknowledgedLogins.size + writesBetweenKills * (0.5 + (kill % 10) / 10);
  while (acknowledgedLogins.size < targetCount) await wait(5);
  portal.kill('SIGKILL');
  await portal.exitCode;
  portal = startTestedPortal();
  startTimes.push(await waitUntilReady(portalUrl));
  totalStartCpuSeconds += readCpuSeconds(portal.pid);
}
stopController.abort();
await Promise.all(writeLoops);
portal.kill('SIGTERM');
await portal.exitCode;

const database = await openDatabase(postgres ? { url: postgres.url } : { file: join(cwd, 'data/portal.db') });
const rows = await database.kysely.selectFrom('users').select('login').execute();
const storedLogins = new Set(rows.map(({ login }) => login));
const lostLogins = [...acknowledgedLogins].filter((login) => !storedLogins.has(login));
startTimes.sort((shorter, longer) => shorter - longer);
const [median = 0, longest = 0] = [startTimes[Math.floor(startTimes.length / 2)], startTimes.at(-1)].map((ms = 0) =>
  Math.round(ms),
);
console.log(
  `${kind}: ${kills} kills, ${acknowledgedLogins.size} acknowledged, ${lostLogins.length} lost; ready after ${median} ms, ` +
    `at most ${longest} ms, ${(totalStartCpuSeconds / startTimes.length).toFixed(2)} s of CPU`,
);
await database.close();
await postgres?.stop();
await rm(cwd, { recursive: true });

/** Creates customers one after the other, and adds each login to `acknowledgedLogins` when the response is complete. */
async function createCustomers(writer: number): Promise<void> {
  for (let requestNumber = 0; !stopController.signal.aborted; requestNumber += 1) {
    const login = `writer-${writer}-${requestNumber}@bench.example`;
    const responseStatus = await fetch(`${portalUrl}${apiBase}/user`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(createUserBody({ login, email: login })),
    }).then(
      async (response) => (await response.text(), response.status),
      () => 0,
    );
    if (responseStatus === 200) acknowledgedLogins.add(login);
    else await wait(20);
  }
}
