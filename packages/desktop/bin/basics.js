#!/usr/bin/env node
// Plain JavaScript that old versions of Node.js can run too: it finds a Node.js that can run the rest, or says what to do.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const neededMajor = 24;

if (Number.parseInt(process.versions.node, 10) >= neededMajor) {
  const { runFromShell } = await import('../src/main.ts');
  await runFromShell();
} else {
  runWithNewerNode();
}

function runWithNewerNode() {
  const node = findNode(dirname(fileURLToPath(import.meta.url)));
  if (node === undefined) {
    console.error(
      `basics: needs Node ${neededMajor} or later, this is ${process.versions.node}. ` +
        'Run "npm install" in the repository, which brings it along, or install it from https://nodejs.org.',
    );
    process.exitCode = 1;
    return;
  }
  const run = spawnSync(node, process.argv.slice(1), { stdio: 'inherit' });
  if (run.error !== undefined) console.error(`basics: cannot start ${node}: ${run.error.message}`);
  if (run.signal !== null) process.kill(process.pid, run.signal);
  else process.exitCode = run.status ?? 1;
}

/** The Node.js that npm installed with the repository, searched in each node_modules folder up to the root. */
function findNode(folder) {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const node = join(folder, 'node_modules', `node-${system}-${process.arch}`, 'bin', file);
  if (existsSync(node)) return node;
  const parent = dirname(folder);
  return parent === folder ? undefined : findNode(parent);
}
