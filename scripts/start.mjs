import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled } from './installed.mjs';
import { createEnvironment, findNode24 } from './node-24.mjs';
import { ensureBuilt } from './portal-build.mjs';
import { root } from './root.mjs';
import { runCommandLine } from './say.mjs';
import { onStop } from './on-stop.mjs';

// `npm start`: installs the packages and builds the pages where something has changed, then runs the server. It runs before any package
// is installed, on Node.js 18 or later: plain JavaScript without a dependency.
await runCommandLine(async () => {
  await ensureInstalled();
  const node = findNode24();
  await ensureBuilt();
  runServer(node);
});

/** Runs the server with the arguments, signals, input, output and exit code of this process. @param {string} node */
function runServer(node) {
  const main = path.join(root, 'packages', 'server', 'src', 'main.ts');
  const server = spawn(node, ['--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)], {
    cwd: root,
    // npm sets INIT_CWD to the folder of the caller; the server reads .env and ./data in the repository, wherever that was.
    env: { ...createEnvironment(), INIT_CWD: root },
    stdio: 'inherit',
  });
  const release = onStop((signal) => server.kill(signal));
  server.on('exit', (code) => {
    release();
    process.exitCode = code ?? 1;
  });
}
