import { spawn } from 'node:child_process';
import { createEnvironment } from './node-24.mjs';
import { onStop } from './on-stop.mjs';
import { root } from './root.mjs';
import { findServerMain } from './server-build.mjs';

/**
 * Settings of Node.js that reduce the memory of the server under load, at the same CPU time. Without these settings, new objects and the
 * memory allocator take up to 90 MB more. The systemd unit and the Dockerfile have the same settings.
 */
export const memorySettings = { flag: '--max-semi-space-size=4', environment: { MALLOC_ARENA_MAX: '2' } };

/**
 * Runs the server or one of its commands with the arguments, signals, input, output and exit code of this process.
 * @param {string} node the path of a Node.js of version 24 or later
 */
export function runServer(node) {
  const server = spawn(
    node,
    ['--disable-warning=ExperimentalWarning', memorySettings.flag, findServerMain(), ...process.argv.slice(2)],
    {
      // The server reads its configuration from the folder INIT_CWD: the repository, independent of the current folder.
      env: { ...memorySettings.environment, ...createEnvironment(), INIT_CWD: root },
      stdio: 'inherit',
    },
  );
  const stopWatching = onStop((signal) => server.kill(signal));
  server.on('exit', (code) => {
    stopWatching();
    process.exitCode = code ?? 1;
  });
}
