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
import { endpoints } from '@basics/contract/api.ts';
import { apiBase, portalVersion } from '@basics/contract/calls/limits.ts';
import { createOpenApi } from '#server/platform/api-docs/openapi.ts';
import { claimInstallation } from '#server/start/settings.repository.ts';

/**
 * Writes the OpenAPI document of this version, without texts and problems, to `releases/openapi-<version>.json.gz`.
 * platform/api-docs/compatibility.test.ts compares it with the current one. With `--only-api` this is all.
 */
const api = JSON.stringify(createOpenApi(endpoints, apiBase), (key, value: unknown) =>
  isText(key, value) || /^[45]\d\d$/.test(key) ? undefined : value,
);
function isText(key: string, value: unknown): boolean {
  return key === 'examples' ? Array.isArray(value) : /^(?:summary|description)$/.test(key) && typeof value === 'string';
}
const apiFile = resolve(import.meta.dirname, `releases/openapi-${portalVersion}.json.gz`);
await writeFile(apiFile, gzipSync(api, { level: 9 }));
process.stdout.write(`${apiFile}\n`);
if (process.argv[2] === '--only-api') process.exit();

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
