const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(`Basics Portal needs Node 24 or newer; this is ${process.versions.node}. Start it with: npm start`);
  process.exit(1);
}

// Imported after the check, so that an older Node prints the message above and not a syntax error.
const { start } = await import('./start.ts');
await start(process.argv.slice(2));
