import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createSignerFromSeed } from '@basics/licensing/node-primitives.ts';
import { sql } from 'kysely';
import { openDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { fillDemo } from '#server/demo/fill-demo.ts';
import { createLicenseKey } from '#server/features/licenses/license-key.ts';
import { insertSigningKey } from '#server/features/signing-keys/signing-keys.repository.ts';
import { portalVersion } from '@basics/contract/calls/limits.ts';
import { claimInstallation } from '#server/start/settings.repository.ts';

/**
 * Writes the SQLite database of a demo of this version to `releases/portal-<version>.db.gz`: the tables, the names and checksums of the
 * migrations, and customers with PCs, licences, requests and an audit log. commands/upgrade.test.ts migrates it to the newest tables.
 */
const now = Date.parse('2026-03-10T12:00:00Z');
const folder = await mkdtemp(join(tmpdir(), 'basics-release-'));
const file = join(folder, 'portal.db');
const database = await openDatabase({ file });
await migrate(database, () => now);
const key = createLicenseKey(createSignerFromSeed(new Uint8Array(32).fill(7)));
await database.transact(async (trx) => {
  await claimInstallation(trx, 'demo');
  await insertSigningKey(trx, { ...key, at: now });
  await fillDemo(trx, { now, passwordHash: 'the hash of no password', key });
});
await sql`vacuum into ${`${file}.copy`}`.execute(database.kysely);
await database.close();
const target = resolve(import.meta.dirname, `releases/portal-${portalVersion}.db.gz`);
await writeFile(target, gzipSync(await readFile(`${file}.copy`), { level: 9 }));
await rm(folder, { recursive: true });
process.stdout.write(`${target}\n`);
