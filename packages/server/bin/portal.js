#!/usr/bin/env node
// Plain JavaScript that old versions of Node.js can run too: it finds a Node.js that can run the rest, or says what to do.
/* oxlint-disable no-restricted-imports -- scripts/ belongs to the repository, not to a package, and has no name to import it by */
import { findNode24 } from '../../../scripts/node-24.mjs';
import { runServer } from '../../../scripts/run-server.mjs';
import { runCommandLine } from '../../../scripts/say.mjs';

if (process.argv.length === 2) process.argv.push('--help');
await runCommandLine(async () => runServer(findNode24()));
