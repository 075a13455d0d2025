/**
 * Compares the list of users with the same rows in Directus (https://directus.io) on one PostgreSQL server: `node bench/beside-directus.ts FOLDER
 * [customers]`. FOLDER contains an installed Directus (`npm install directus`). Prints the CPU time of each request, in milliseconds, with that of
 * the database. The requests to both are sent in turns. Both tables have an index for each sort order that is measured.
 */
import { users } from '@basics/contract/users/users.ts';
import { apiBase } from '@basics/contract/calls/limits.ts';
import { findFreePort } from '@basics/server/testing/database/free-port.ts';
import { runOnServer } from '@basics/server/testing/database/stored-postgres.ts';
import { startEmbeddedPostgres } from '@basics/server/testing/database/embedded-postgres.ts';
import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { followCpu } from './cpu-meter.ts';
import { median } from './median.ts';
import type { PortalReady } from './measure-lists.ts';
import { formatTable } from './report.ts';

const [, , directusFolder = '', customers = '100000'] = process.argv;
const rounds = 7;

const columns = 'id, login, first_name, last_name, company, country, status, created_at';
const indexes = ['login', 'last_name', 'company', 'status', 'country', 'created_at'];

type Step = { label: string; portal: object; directus: string };
const steps: readonly Step[] = [
  { label: 'first page', portal: {}, directus: 'sort=last_name' },
  { label: 'by company', portal: { sort: { field: 'company', direction: 'asc' } }, directus: 'sort=company' },
  { label: 'filter: country', portal: { country: 'NO' }, directus: 'sort=last_name&filter[country][_eq]=NO' },
  {
    label: 'page by number at 50 %',
    portal: { pageNumber: Number(customers) / 40 },
    directus: `sort=last_name&page=${Number(customers) / 40}`,
  },
  { label: 'word that one has', portal: { keyword: 'customer7919@' }, directus: 'sort=last_name&search=customer7919@' },
  { label: 'word of 10 %', portal: { keyword: 'almeida' }, directus: 'sort=last_name&search=almeida' },
  { label: 'absent word', portal: { keyword: 'zzqqxx' }, directus: 'sort=last_name&search=zzqqxx' },
];

const server = await startEmbeddedPostgres();
const portal = fork(join(import.meta.dirname, 'scale-portal.ts'), ['PostgreSQL', customers, server.url]);
const [ready]: unknown[] = await once(portal, 'message');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the message of a program of this folder
const { url: portalUrl, tokens } = ready as PortalReady;

const directusUrl = await copyRows();
const directus = await startDirectus(directusUrl);

const table = [['CPU of a request, with the database', 'portal', 'Directus', 'times', 'rows found']];
for (const { label, portal: body, directus: query } of steps) {
  const askPortal = () =>
    ask<{ total: number }>(`${portalUrl}${apiBase}${users.search.path}`, { token: tokens['root'], body });
  const askDirectus = () =>
    ask<{ meta: { filter_count: number } }>(`${directus.url}/items/customers?limit=20&meta=filter_count&${query}`, {
      token: directus.token,
    });
  const [portalMs, directusMs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    portalMs.push(await measure(askPortal));
    directusMs.push(await measure(askDirectus));
  }
  const [ours, theirs] = [median(portalMs), median(directusMs)];
  const found = `${(await askPortal()).total}, ${(await askDirectus()).meta.filter_count}`;
  table.push([label, `${ours.toFixed(1)} ms`, `${theirs.toFixed(1)} ms`, (theirs / ours).toFixed(1), found]);
}
process.stdout.write(`\n${formatTable(table)}\n`);
directus.stop();
portal.disconnect();
await once(portal, 'exit');
await server.stop();

/** The CPU time of a request in milliseconds: that of all processes which this program has started, without its own. Only one of the two is asked at a time. */
async function measure(request: () => Promise<unknown>): Promise<number> {
  await request();
  const repeats = 20;
  const readCpu = followCpu(process.pid);
  const ownAtStart = process.cpuUsage();
  for (let at = 0; at < repeats; at += 1) await request();
  const own = process.cpuUsage(ownAtStart);
  return (readCpu() * 1000 - (own.user + own.system) / 1000) / repeats;
}

/** Copies the listed columns of all users to a database of their own on the same server. Returns its URL. */
async function copyRows(): Promise<string> {
  const [sourceUrl, targetUrl] = [`/bench_${customers}`, '/directus'].map((path) => new URL(path, server.url).href);
  if (sourceUrl === undefined || targetUrl === undefined) throw new Error('no address');
  await runOnServer(server.url, 'create database directus');
  await runOnServer(
    targetUrl,
    'create table customers (id integer primary key, login text, first_name text, last_name text, company text, country text, status text, created_at bigint)',
  );
  for (let from = 0; from < Number(customers); from += 10_000) {
    const rows = await runOnServer(sourceUrl, `select ${columns} from users order by id limit 10000 offset ${from}`);
    const insert = `insert into customers select ${columns} from jsonb_populate_recordset(null::customers, $1)`;
    await runOnServer(targetUrl, insert, [JSON.stringify(rows)]);
  }
  for (const column of indexes) await runOnServer(targetUrl, `create index on customers (${column}, id)`);
  await runOnServer(targetUrl, 'vacuum analyze customers');
  return targetUrl;
}

async function startDirectus(database: string) {
  const port = await findFreePort();
  const login = { email: 'root@bench.example.com', password: 'Quartz-Lantern-27' };
  const { hostname, port: databasePort, username, password, pathname } = new URL(database);
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DB_CLIENT: 'pg',
    DB_HOST: hostname,
    DB_PORT: databasePort,
    DB_USER: username,
    DB_PASSWORD: password,
    DB_DATABASE: pathname.slice(1),
    SECRET: 'only-for-a-measurement-on-this-machine',
    ADMIN_EMAIL: login.email,
    ADMIN_PASSWORD: login.password,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'error',
    TELEMETRY: 'false',
    ACCESS_TOKEN_TTL: '5h',
  };
  const program = join(directusFolder, 'node_modules/directus/cli.js');
  const options = { cwd: directusFolder, env };
  execFileSync(process.execPath, [program, 'bootstrap'], { ...options, stdio: 'inherit' });
  const child = spawn(process.execPath, [program, 'start'], { ...options, stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/server/ping`).catch(() => null))?.ok) await wait(200);
  const { data } = await ask<{ data: { access_token: string } }>(`${url}/auth/login`, { body: login });
  return { url, token: data.access_token, stop: () => child.kill('SIGTERM') };
}

async function ask<Reply>(url: string, { token, body }: { token?: string | undefined; body?: object }): Promise<Reply> {
  const response = await fetch(url, {
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const reply: unknown = await response.json();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a benchmark does not check the reply
  return reply as Reply;
}
