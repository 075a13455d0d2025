import { ensureInstalled } from './installed.mjs';
import { findNode24 } from './node-24.mjs';
import { ensureBuilt } from './portal-build.mjs';
import { runServer } from './run-server.mjs';
import { runCommandLine } from './say.mjs';
import { ensureServerBuilt } from './server-build.mjs';

// `npm start` installs the packages and builds the pages and the server, if they have changed, and then runs the server. This program runs
// before any package is installed, on Node.js 18 or later, so it is plain JavaScript without dependencies.
await runCommandLine(async () => {
  await ensureInstalled();
  const node = findNode24();
  await ensureBuilt();
  await ensureServerBuilt();
  runServer(node);
});
