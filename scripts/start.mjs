import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled } from './installed.mjs';
import { environment, node24 } from './node-24.mjs';
import { ensureBuilt } from './portal-build.mjs';
import { root } from './root.mjs';
import { orDeadEnd } from './say.mjs';

const parent = process.ppid;

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
    // npm tells programs where the command was given; ours look for .env and ./data in the repository, wherever that was.
    env: { ...environment(), INIT_CWD: root },
    stdio: 'inherit',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => server.kill(signal));
  const watch = whenOrphaned(() => server.kill('SIGTERM'));
  server.on('exit', (code) => {
    clearInterval(watch);
    process.exitCode = code ?? 1;
  });
}

/**
 * The shell that npm puts in between dies of a signal without passing it on; that it is gone is all that is heard of it. Without
 * npm, whoever started this may well go and leave it running.
 * @param {() => void} stop
 */
function whenOrphaned(stop) {
  if (process.env['npm_lifecycle_event'] === undefined) return undefined;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  return watch;
}
