import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled } from './installed.mjs';
import { environment, node24 } from './node-24.mjs';
import { ensureBuilt } from './portal-build.mjs';
import { root } from './root.mjs';
import { orDeadEnd } from './say.mjs';

// `npm start`: installs and builds what has changed, then is the server. Plain JavaScript without a dependency, since it
// runs before there are any, on any Node.js from 18.
await orDeadEnd(async () => {
  await ensureInstalled();
  const node = node24();
  await ensureBuilt();
  serve(node);
});

/** Runs the server in place of this process, as far as signals, input, output and exit code go. @param {string} node */
function serve(node) {
  const main = path.join(root, 'packages', 'server', 'src', 'main.ts');
  const server = spawn(node, ['--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)], {
    cwd: root,
    env: environment(),
    stdio: 'inherit',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches the server by itself; a second signal would hurry it.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal);
    });
  }
  server.on('exit', (code, signal) => {
    process.exitCode = code ?? 1;
    if (signal === null) return;
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
