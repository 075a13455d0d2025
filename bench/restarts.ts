/**
 * Counts the requests that fail while portals restart: `node bench/restarts.ts nginx|caddy|socket [rounds]`. With nginx and Caddy (found in
 * PATH), three portals over one PostgreSQL database restart one after the other, behind the files in `deploy/`. With `socket`, the command
 * `portal restart` restarts one portal on SQLite, whose socket stays open, as systemd does it. 50 clients keep their connections, and every
 * second request is a POST.
 */
import { apiBase } from '@basics/contract/calls/limits.ts';
import { startEmbeddedPostgres } from '@basics/server/testing/database/embedded-postgres.ts';
import { findFreePort } from '@basics/server/testing/database/free-port.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  buildPortalCommand,
  portalEnvironment,
  setUpAdministrator,
  startPortal,
  waitUntilReady,
} from './portal-process.ts';

const clientCount = 50;
const serverCommand = fileURLToPath(new URL('../packages/server/bin/portal.js', import.meta.url));
const [, , mode = 'nginx', rounds = '3'] = process.argv;
const folder = await mkdtemp(join(tmpdir(), 'basics-restarts-'));
/** Steps that clean up at the end; the step that was added last runs first. */
const cleanUpSteps: (() => unknown)[] = [() => rm(folder, { recursive: true })];

try {
  const { url, token, restart } = await (mode === 'socket' ? openOnSocket() : openBehindProxy());
  const results = { ok: 0, post: 0, failed: [] as string[] };
  const stopController = new AbortController();
  const clientLoops = Array.from({ length: clientCount }, async (_, client) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let requestNumber = client; !stopController.signal.aborted; requestNumber += 1) {
      const method = requestNumber % 2 === 0 ? 'GET' : 'POST';
      const outcome = await sendRequest(url, { agent, method, token });
      if (outcome !== '200') results.failed.push(`${method} ${outcome}`);
      else results.ok += 1;
      if (method === 'POST') results.post += 1;
      await wait(40);
    }
    agent.destroy();
  });
  const startTime = performance.now();
  for (let restartNumber = 0; restartNumber < Number(rounds); restartNumber += 1) await restart();
  stopController.abort();
  await Promise.all(clientLoops);
  const { ok, post, failed } = results;
  const seconds = Math.round((performance.now() - startTime) / 1000);
  console.log(
    `${mode}: ${rounds} rounds, ${ok + failed.length} requests (${post} POST) in ${seconds} s, ${failed.length} failed`,
  );
  for (const failure of new Set(failed))
    console.log(`  ${failed.filter((failedRequest) => failedRequest === failure).length} x ${failure}`);
} finally {
  for (const cleanUp of cleanUpSteps.toReversed()) await cleanUp();
}

type RequestOptions = { agent: Agent; method: 'GET' | 'POST'; token: string };

/** Sends a request; returns the status of the response, or the code of the error. */
function sendRequest(url: string, { agent, method, token }: RequestOptions): Promise<string> {
  const body = '{}';
  const { promise, resolve } = Promise.withResolvers<string>();
  const outgoing = request(`${url}${apiBase}${method === 'GET' ? '/user' : '/user/search'}`, {
    method,
    agent,
    headers: { authorization: `Bearer ${token}`, ...(method === 'POST' && { 'content-type': 'application/json' }) },
  });
  outgoing.on('response', (response) => {
    response.resume().on('end', () => resolve(String(response.statusCode)));
    response.on('error', () => resolve('cut'));
  });
  outgoing.on('error', (error) => resolve('code' in error ? String(error.code) : error.message));
  outgoing.end(method === 'POST' ? body : undefined);
  return promise;
}

type RunningSetup = { url: string; token: string; restart: () => Promise<void> };

async function openBehindProxy(): Promise<RunningSetup> {
  const postgres = await startEmbeddedPostgres();
  cleanUpSteps.push(postgres.stop);
  const proxyPort = await findFreePort();
  const url = `http://127.0.0.1:${proxyPort}`;
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()];
  const env = { DATABASE_URL: postgres.url, PUBLIC_URL: url, TRUSTED_PROXIES: '127.0.0.1' };
  const startPortalOn = (port: number) => startPortal({ cwd: folder, env: { ...env, PORT: String(port) } });
  const portals: ReturnType<typeof startPortalOn>[] = [];
  cleanUpSteps.push(() => Promise.all(portals.map(async ({ kill, exitCode }) => (kill('SIGKILL'), exitCode))));
  let token = '';
  for (const [at, port] of ports.entries()) {
    portals[at] = startPortalOn(port);
    await waitUntilReady(`http://127.0.0.1:${port}`);
    // The administrator is set up now, because the printed link becomes invalid when the next portal starts.
    if (at === 0) token = await setUpAdministrator(`http://127.0.0.1:${port}`, portals[at].output.out);
  }
  await (mode === 'caddy' ? startCaddy : startNginx)(proxyPort, ports);
  await waitUntilReady(url);
  return {
    url,
    token,
    async restart() {
      for (const [at, port] of ports.entries()) {
        portals[at]?.kill('SIGTERM');
        await portals[at]?.exitCode;
        portals[at] = startPortalOn(port);
        await waitUntilReady(`http://127.0.0.1:${port}`);
        // The proxy needs 1.5 seconds to notice that the portal runs again.
        await wait(1500);
      }
    },
  };
}

/** A shell keeps the socket open, and starts a new portal whenever the portal ends. */
async function openOnSocket(): Promise<RunningSetup> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const listenerAddress = listener.address();
  const url = `http://127.0.0.1:${typeof listenerAddress === 'object' && listenerAddress ? listenerAddress.port : 0}`;
  const fd = Number(Reflect.get(Object(Reflect.get(listener, '_handle')), 'fd'));
  const socketHolder = spawn(
    'sh',
    [
      '-c',
      `while :; do sh -c 'LISTEN_PID=$$ exec "$@"' sh "$@" & echo "pid $!"; wait $!; done`,
      'sh',
      ...buildPortalCommand(),
    ],
    {
      cwd: folder,
      env: { ...portalEnvironment, LISTEN_FDS: '1' },
      stdio: ['ignore', 'pipe', 'inherit', fd],
    },
  );
  listener.close();
  let output = '';
  socketHolder.stdout?.on('data', (outputPart) => (output += String(outputPart)));
  const readPids = () => [...output.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid));
  cleanUpSteps.push(() => {
    socketHolder.kill('SIGKILL');
    process.kill(readPids().at(-1) ?? 0, 'SIGKILL');
  });
  await waitUntilReady(url);
  const token = await setUpAdministrator(url, output);
  return {
    url,
    token,
    async restart() {
      const command = spawn(process.execPath, [serverCommand, 'restart', '--yes'], {
        cwd: folder,
        // In the folder of the repository, the command would read the settings of the repository.
        env: { ...portalEnvironment, DATA_DIR: join(folder, 'data') },
        stdio: 'inherit',
      });
      const [code] = await once(command, 'exit');
      if (code !== 0) throw new Error('portal restart failed');
      await wait(1500);
    },
  };
}

/** Reads a file of `deploy/` and inserts the ports of this run; removes TLS and host names. */
async function readProxyConfiguration(file: string, ports: readonly number[]): Promise<string> {
  const fileText = await readFile(new URL(`../deploy/${file}`, import.meta.url), 'utf8');
  return fileText.replaceAll(/127\.0\.0\.1:300([123])/g, (_, at: string) => `127.0.0.1:${ports[Number(at) - 1]}`);
}

async function startNginx(port: number, ports: readonly number[]): Promise<void> {
  const proxyConfiguration = (await readProxyConfiguration('nginx/several-portals.conf', ports))
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *(?:ssl_|server_name ).*$/gm, '');
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
     events { worker_connections 1024; } http { access_log off; ${temporaryPaths}\n${proxyConfiguration} }`,
  );
  startProxy('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')]);
}

async function startCaddy(port: number, ports: readonly number[]): Promise<void> {
  const proxyConfiguration = (await readProxyConfiguration('caddy/several-portals.caddy', ports)).replace(
    'portal.example.com',
    `http://127.0.0.1:${port}`,
  );
  await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${proxyConfiguration}`);
  startProxy('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']);
}

function startProxy(program: string, args: string[]): void {
  const proxy = spawn(program, args, { stdio: 'ignore', env: { PATH: process.env['PATH'], HOME: folder } });
  const proxyEnd = once(proxy, 'exit');
  cleanUpSteps.push(async () => {
    proxy.kill('SIGTERM');
    await proxyEnd;
  });
}
