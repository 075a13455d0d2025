import { startEmbeddedPostgres } from './embedded-postgres.ts';

/*
 * Runs PostgreSQL while its standard input is open, and prints the address. The parent process may stop, crash or be killed: then the input
 * closes, the server stops and its files are removed.
 */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const postgres = await startEmbeddedPostgres();
process.stdout.write(`${postgres.url}\n`);
process.stdin.resume().on('close', () => void postgres.stop());
await postgres.ended;
process.exit();
