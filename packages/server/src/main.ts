const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `Basics Portal needs Node.js 24 or later; this is ${process.versions.node}. \`npm start\` in the repository uses the one that npm has installed.`,
  );
  process.exit(1);
}

if (major > 24)
  console.error(`Basics Portal is tested on Node.js 24; this is ${process.versions.node}, which is not tested.`);

// These modules are imported after the check of the version, so that an older Node.js prints the message above and not
// a syntax error.
const { createShell, runPortal } = await import('./commands/run-portal.ts');

// Without a command, the portal starts, as with `npm start` and `npm start -- --demo`.
const args = process.argv.slice(2);
const isStart = args.every((arg) => arg === '--demo');
const exitCode = await runPortal(isStart ? ['start', ...args] : args, createShell());
// A running portal sets its own exit code when it ends.
if (exitCode !== 0) {
  process.exitCode = exitCode;
  // A command that has failed does not wait for an open connection to a server that says nothing.
  setTimeout(() => process.exit(), 1000).unref();
}
