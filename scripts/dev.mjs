import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureInstalled } from './installed.mjs';
import { createEnvironment, findNode24 } from './node-24.mjs';
import { onStop } from './on-stop.mjs';
import { ensureBuilt } from './portal-build.mjs';
import { root } from './root.mjs';
import { CommandFailure, runCommandLine, say } from './say.mjs';

/** @typedef {import('node:child_process').ChildProcess} Child */

const port = Number(process.env['PORT'] || 3000);
const address = `http://localhost:${port}`;

// `npm run dev` runs the portal with the data of the demo at one address. Vite serves the pages and replaces changed modules in the
// browser. Vite passes all other requests to the server, which restarts when one of its files changes.
await runCommandLine(async () => {
  await ensureInstalled();
  // The server does not start without built pages. The build may be old, because Vite serves the current pages.
  await ensureBuilt({ mayBeOld: true });
  await listenOnce(port);
  const apiPort = await listenOnce(0);
  const server = startServer(apiPort);
  const pages = startPages(apiPort);
  const children = [server, pages];
  const stopChildren = () => children.forEach((child) => child.kill('SIGTERM'));
  const stopWatching = onStop(stopChildren);
  // If the server or Vite ends, the other process is stopped too, because both are useful only together.
  children.forEach((child) => child.on('exit', stopChildren));
  const allEnded = Promise.all(children.map((child) => once(child, 'exit')));
  printServerOutput(server, () => void announceAddress(pages));
  const codes = (await allEnded).map(([code]) => Number(code ?? 0));
  stopWatching();
  process.exitCode = Math.max(...codes);
});

/** @param {number} apiPort */
function startServer(apiPort) {
  const main = path.join(root, 'packages', 'server', 'src', 'main.ts');
  return spawn(
    findNode24(),
    ['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning', main, '--demo'],
    {
      cwd: root,
      env: {
        ...createEnvironment(),
        LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
        HOST: '127.0.0.1',
        PORT: String(apiPort),
        PUBLIC_URL: address,
        INIT_CWD: root,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
}

/** @param {number} apiPort */
function startPages(apiPort) {
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  return spawn(
    findNode24(),
    [vite, '--port', String(port), '--strictPort', '--clearScreen', 'false', '--logLevel', 'warn'],
    {
      cwd: path.join(root, 'packages', 'portal'),
      env: { ...createEnvironment(), API_ADDRESS: `http://127.0.0.1:${apiPort}` },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
}

/**
 * Prints the output of the server. At the first start, this is everything except the server's own address; after a restart, only the log,
 * which is JSON.
 * @param {Child} server @param {() => void} onFirstReady
 */
function printServerOutput({ stdout }, onFirstReady) {
  if (stdout === null) return;
  let startCount = 0;
  createInterface(stdout).on('line', (line) => {
    if (/ is ready at /.test(line)) {
      startCount += 1;
      return startCount === 1 ? onFirstReady() : say('The server has restarted.');
    }
    if (startCount === 0 || line.startsWith('{')) process.stdout.write(`${line}\n`);
  });
}

/** Prints the address of the portal as soon as the portal answers. @param {Child} pages */
async function announceAddress(pages) {
  while (pages.exitCode === null && pages.signalCode === null) {
    const isReady = await fetch(`${address}/sign-in`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return say(`Basics Portal (development) is ready at ${address}`);
    await pause(200);
  }
}

/**
 * Listens on a port for a moment to check that the port is free. Returns the port; for port 0, the system chooses a free port.
 * @param {number} requestedPort @returns {Promise<number>}
 */
async function listenOnce(requestedPort) {
  const probe = createServer();
  try {
    await once(probe.listen(requestedPort, '127.0.0.1'), 'listening');
  } catch (cause) {
    throw new CommandFailure(
      `Port ${requestedPort} cannot be used. Stop the program that uses it, or choose another: PORT=3001 npm run dev`,
      {
        cause,
      },
    );
  }
  const boundAddress = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof boundAddress === 'object' && boundAddress !== null ? boundAddress.port : requestedPort;
}
