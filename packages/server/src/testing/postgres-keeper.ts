import { startEmbeddedPostgres } from './embedded-postgres.ts';

/*
 * Runs PostgreSQL for as long as its standard input stays open, and says its address. Whoever started it may stop, crash or be killed:
 * then the input closes, and nothing is left running or lying about.
 */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const postgres = await startEmbeddedPostgres();
process.stdout.write(`${postgres.url}\n`);
process.stdin.resume().on('close', () => void postgres.stop());
await postgres.ended;
process.exit();
