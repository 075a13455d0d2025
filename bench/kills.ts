/**
 * Counts writes that were acknowledged and lost: `node bench/kills.ts SQLite|PostgreSQL [kills]`. 20 clients create customers while the portal
 * is killed (SIGKILL) again and again. Prints how many were acknowledged and lost, and how long a start takes until the portal is ready, with its
 * CPU time, which does not depend on other programs.
 */
import { apiBase } from '@basics/contract/limits.ts';
import { openDatabase } from '@basics/server/database/database.ts';
import { startEmbeddedPostgres } from '@basics/server/testing/embedded-postgres.ts';
import { freePort } from '@basics/server/testing/free-port.ts';
import { createUserBody } from '@basics/server/testing/staff.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readCpu, setUpAdministrator, startPortal, waitUntilReady } from './portal-process.ts';

const writers = 20;
const [, , kind = 'SQLite', kills = '50'] = process.argv;
/** The average number of acknowledged writes between two kills. The real number is between half and one and a half times as many. */
const writesPerLife = 100;

const cwd = await mkdtemp(join(tmpdir(), 'basics-kills-'));
const postgres = kind === 'PostgreSQL' ? await startEmbeddedPostgres() : null;
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const env = { PORT: String(port), ...(postgres && { DATABASE_URL: postgres.url }) };
const open = () => startPortal({ cwd, env });

let portal = open();
await waitUntilReady(address);
const token = await setUpAdministrator(address, portal.said.out);
const acknowledged = new Set<string>();
const stopped = new AbortController();
const writing = Array.from({ length: writers }, (_, writer) => write(writer));
const starts: number[] = [];
let startCpu = 0;
for (let kill = 0; kill < Number(kills); kill += 1) {
  const target = acknowledged.size + writesPerLife * (0.5 + (kill % 10) / 10);
  while (acknowledged.size < target) await wait(5);
  portal.kill('SIGKILL');
  await portal.ended;
  portal = open();
  starts.push(await waitUntilReady(address));
  startCpu += readCpu(portal.pid);
}
stopped.abort();
await Promise.all(writing);
portal.kill('SIGTERM');
await portal.ended;

const database = await openDatabase(postgres ? { url: postgres.url } : { file: join(cwd, 'data/portal.db') });
const rows = await database.kysely.selectFrom('users').select('login').execute();
const stored = new Set(rows.map(({ login }) => login));
const lost = [...acknowledged].filter((login) => !stored.has(login));
starts.sort((one, other) => one - other);
const [median = 0, longest = 0] = [starts[Math.floor(starts.length / 2)], starts.at(-1)].map((ms = 0) =>
  Math.round(ms),
);
console.log(
  `${kind}: ${kills} kills, ${acknowledged.size} acknowledged, ${lost.length} lost; ready after ${median} ms, ` +
    `at most ${longest} ms, ${(startCpu / starts.length).toFixed(2)} s of CPU`,
);
await database.close();
await postgres?.stop();
await rm(cwd, { recursive: true });

/** Creates one customer after the other, and remembers those whose response was complete. */
async function write(writer: number): Promise<void> {
  for (let turn = 0; !stopped.signal.aborted; turn += 1) {
    const login = `writer-${writer}-${turn}@bench.example`;
    const status = await fetch(`${address}${apiBase}/user`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(createUserBody({ login, email: login })),
    }).then(
      async (answer) => (await answer.text(), answer.status),
      () => 0,
    );
    if (status === 200) acknowledged.add(login);
    else await wait(20);
  }
}
