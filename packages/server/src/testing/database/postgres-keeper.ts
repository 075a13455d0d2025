import { startEmbeddedPostgres } from './embedded-postgres.ts';

/*
 * Runs PostgreSQL while the standard input of this process is open, and prints the address. If the parent process stops, crashes or is killed, the input closes; then the server stops and its files are removed.
 */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const postgres = await startEmbeddedPostgres();
process.stdout.write(`${postgres.url}\n`);
process.stdin.resume().on('close', () => void postgres.stop());
await postgres.ended;
process.exit();
