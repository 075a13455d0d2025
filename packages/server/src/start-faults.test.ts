import { apiBase } from '@basics/contract/calls/limits.ts';
import { chmod, copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { sql } from 'kysely';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { writeSeal } from './platform/audit/audit-seal.ts';
import { readAuditKey, writeAuditKey, writeLicenceKey } from './platform/security/key-files.ts';
import { start } from './start.ts';
import { writeTestPages } from './testing/built-pages.ts';
import { migrations } from './database/migrations.ts';
import { createEmptyLocation, databases, openWithLongTimeouts } from './testing/database/databases.ts';
import { runCommand } from './testing/processes/run-command.ts';
import { createFolder } from './testing/processes/folders.ts';
import { startProcess } from './testing/processes/process.ts';

const pages = await writeTestPages();
afterAll(() => pages.remove());

type StartOptions = { env?: Record<string, string>; args?: string[]; pagesIn?: string };

/**
 * Starts a portal in the process of the test; the start must fail. Returns the text on standard error, which must be the only output of the
 * start.
 */
async function catchRefusal(
  cwd: string,
  { env = {}, args = [], pagesIn = pages.folder }: StartOptions = {},
): Promise<string> {
  const output = { out: '', err: '' };
  const stdoutSpy = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => Boolean((output.out += String(text))));
  const stderrSpy = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((text) => Boolean((output.err += String(text))));
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [name, value] of Object.entries({ INIT_CWD: cwd, PORT: '0', LOG_LEVEL: 'warn', ...env }))
    vi.stubEnv(name, value);
  try {
    await start(args, { pages: pagesIn, databaseWaitMs: 0 });
    expect(process.exitCode).toBe(1);
  } finally {
    process.exitCode = undefined;
    stdoutSpy.mockRestore();
    stderrSpy.mockRestore();
    vi.unstubAllEnvs();
  }
  expect(output.out).toBe('');
  expect(output.err, 'no stack').not.toMatch(/^\s+at |node:|\.ts:\d/m);
  return output.err;
}

describe('a first start that fails prints one line, and leaves no incomplete files', () => {
  test('all faults of an invalid configuration are printed together', async () => {
    const folder = await createFolder();
    await writeFile(join(folder, '.env'), 'PROT=1\nHOST=nowhere\n');
    expect(await catchRefusal(folder, { env: { PORT: 'x' }, args: ['--dmeo'] })).toBe(
      `The configuration is not valid:
  - Unknown option --dmeo. The only option is --demo.
  - Unknown name PROT in .env. See .env.example for all names.
  - PORT must be a port, 0 to 65535, that browsers open. They refuse, for example, 4190, 6000 and 6666. It is "x".
  - HOST must be an IP address to listen on, or localhost. It is "nowhere".
`,
    );
    expect(await readdir(folder)).toEqual(['.env']);
  });

  test('if the name of an environment variable is probably misspelt, the start prints the correct name', async () => {
    const folder = await createFolder();
    expect(await catchRefusal(folder, { env: { PUBLIC_ULR: 'https://portal.example', HOST: 'nowhere' } })).toBe(
      `The environment has PUBLIC_ULR, which the portal does not read. Did you mean PUBLIC_URL?
The configuration is not valid:
  - HOST must be an IP address to listen on, or localhost. It is "nowhere".
`,
    );
  });

  test.each(['utf8', 'utf16le'] as const)('a file .env in %s with a byte order mark is read', async (encoding) => {
    const folder = await createFolder();
    await writeFile(join(folder, '.env'), '\uFEFFPORT=3000\r\nHOST=nowhere\r\n', encoding);
    expect(await catchRefusal(folder)).toBe(
      'The configuration is not valid:\n  - HOST must be an IP address to listen on, or localhost. It is "nowhere".\n',
    );
  });

  test('a file .env in another encoding is refused with the encoding to use', async () => {
    const folder = await createFolder();
    await writeFile(join(folder, '.env'), 'DATA_DIR=./Büro\n', 'latin1');
    expect(await catchRefusal(folder)).toMatch(/\.env is not UTF-8 text\. Save the file with the encoding UTF-8\.\n$/);
  });

  test('a start is refused if .env is a folder', async () => {
    const folder = await createFolder();
    await mkdir(join(folder, '.env'));
    expect(await catchRefusal(folder)).toMatch(/\.env cannot be read\. Check its permissions\.\n$/);
  });

  test('a start is refused if the address belongs to another machine', async () => {
    const folder = await createFolder();
    expect(await catchRefusal(folder, { env: { HOST: '192.0.2.1' } })).toBe(
      '192.0.2.1 is not an address of this machine. Set HOST to an address of this machine.\n',
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test('a start is refused if the pages are not built', async () => {
    const folder = await createFolder();
    expect(await catchRefusal(folder, { pagesIn: join(folder, 'dist') })).toMatch(
      /^The portal's pages are not built: .* Run npm start, which builds them\.\n$/,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test('a start is refused if the data folder cannot be created', async () => {
    const folder = await createFolder();
    await writeFile(join(folder, 'file'), '');
    expect(await catchRefusal(folder, { env: { DATA_DIR: 'file/data' } })).toMatch(
      /^The data folder .*file\/data cannot be created\. .*DATA_DIR\.\n$/,
    );
    expect(await readdir(folder)).toEqual(['file']);
  });

  test.skipIf(process.getuid?.() === 0)('a data folder without write access is refused', async () => {
    const folder = await createFolder();
    await mkdir(join(folder, 'data'), { mode: 0o500 });
    expect(await catchRefusal(folder)).toMatch(/cannot be read and written/);
    await chmod(join(folder, 'data'), 0o700);
    expect(await readdir(join(folder, 'data'))).toEqual([]);
  });

  test('a start is refused if the database file is not a database', async () => {
    const folder = await createFolder();
    await mkdir(join(folder, 'data'));
    await writeFile(join(folder, 'data/portal.db'), 'this is no database, but quite long all the same\n'.repeat(100));
    expect(await catchRefusal(folder)).toMatch(/portal\.db is not an SQLite database\. .*\n$/);
    expect(await readdir(join(folder, 'data'))).toEqual(['portal.db']);
  });

  test('a database server that does not answer is reported without its password', async () => {
    const folder = await createFolder();
    expect(await catchRefusal(folder, { env: { DATABASE_URL: 'postgres://portal:CANARY@127.0.0.1:1/portal' } })).toBe(
      'No PostgreSQL server answers at 127.0.0.1:1. Start it, or correct DATABASE_URL.\n',
    );
  });

  test('a first start with a key of the wrong kind is refused and writes nothing, so that the next start is still a first start', async () => {
    const folder = await createFolder();
    await writeFile(join(folder, 'rsa.pem'), 'not a key', { mode: 0o600 });
    expect(await catchRefusal(folder, { env: { LICENCE_KEY_FILE: 'rsa.pem' } })).toMatch(
      /rsa\.pem does not hold an Ed25519 private key in PEM\.\n$/,
    );
    const database = new DatabaseSync(join(folder, 'data/portal.db'));
    expect(database.prepare('select count(*) as users from users').get()).toEqual({ users: 0 });
    expect(database.prepare("select count(*) as rows from settings where key = 'installation'").get()).toEqual({
      rows: 0,
    });
    database.close();
  });

  test('a start is refused if the key folder is not writable', async () => {
    const folder = await createFolder();
    await writeFile(join(folder, 'file'), '');
    expect(await catchRefusal(folder, { env: { JWT_KEY_FILE: 'file/session.key' } })).toMatch(
      /^A new key cannot be written to .*file\/session\.key\. Check the rights of its folder\.\n$/,
    );
  });
});

describe('an installed portal', () => {
  test('an installed portal does not start without its keys, with other keys, as a demo, or with older code; it starts after each fault is corrected (T556)', async () => {
    const folder = await createFolder();
    const dataFolder = join(folder, 'data');
    const licenceKeyFile = join(dataFolder, 'keys/licence.pem');
    const sessionKeyFile = join(dataFolder, 'keys/session.key');
    const auditKeyFile = join(dataFolder, 'keys/audit.pem');
    const startPortal = () => startProcess({ cwd: folder, pages: pages.folder });
    const firstPortal = startPortal();
    await firstPortal.ready();
    firstPortal.kill('SIGTERM');
    await firstPortal.exited;

    await rename(licenceKeyFile, join(folder, 'safe.pem'));
    expect(await catchRefusal(folder)).toMatch(
      /^The key that signs the licences cannot be read from .*licence\.pem\. Put it back from your safe copy.*\n$/,
    );
    expect(await readdir(join(dataFolder, 'keys')), 'none is made in its place').not.toContain('licence.pem');

    await writeLicenceKey(licenceKeyFile);
    expect(await catchRefusal(folder)).toMatch(
      /^The key that signs licences \([0-9a-f]{16}\) does not belong to this portal, whose keys are: [0-9a-f]{16}\. Put the right key file back\.\n$/,
    );
    await rm(licenceKeyFile);
    await copyFile(join(folder, 'safe.pem'), licenceKeyFile);

    await rename(sessionKeyFile, `${sessionKeyFile}.away`);
    expect(await catchRefusal(folder)).toMatch(
      /^The key of the sessions cannot be read from .*session\.key\. Put it back.*\n$/,
    );
    await writeFile(sessionKeyFile, 'abc', { mode: 0o600 });
    expect(await catchRefusal(folder)).toMatch(/session\.key does not hold a session key \(64 hex digits\)\.\n$/);
    await rename(`${sessionKeyFile}.away`, sessionKeyFile);

    expect(await catchRefusal(folder, { env: { DATA_DIR: 'data' }, args: ['--demo'] })).toBe(
      'This database contains a real portal. The demo needs its own database: unset DATA_DIR and DATABASE_URL.\n',
    );

    const sealKeyFile = join(dataFolder, 'keys/seal.key');
    await rename(sealKeyFile, `${sealKeyFile}.away`);
    expect(await catchRefusal(folder)).toMatch(
      /^The key that seals secrets cannot be read from .*seal\.key\. Put it back from your safe copy.*\n$/,
    );
    expect(await readdir(join(dataFolder, 'keys')), 'none is made in its place').not.toContain('seal.key');
    await rename(`${sealKeyFile}.away`, sealKeyFile);

    const runStatement = (statement: string, ...values: string[]) => {
      const database = new DatabaseSync(join(dataFolder, 'portal.db'));
      database.prepare(statement).run(...values);
      database.close();
    };
    const auditSeal = writeSeal({ auditId: 1, hash: 'ab'.repeat(32), at: 0 }, await readAuditKey(auditKeyFile));
    runStatement('insert into audit_seals (audit_id, at, seal) values (1, 0, ?)', auditSeal);
    await rename(auditKeyFile, `${auditKeyFile}.away`);
    expect(await catchRefusal(folder)).toMatch(
      /^The key that seals the audit log cannot be read from .*audit\.pem\. Put it back.*\n$/,
    );
    await writeAuditKey(auditKeyFile);
    expect(await catchRefusal(folder)).toMatch(
      /^The audit log is sealed with another key than the one in .*audit\.pem\. Put the right one back, or, if it is lost: portal keys audit next --reason "\.\.\."\n$/,
    );
    await rename(`${auditKeyFile}.away`, auditKeyFile);

    runStatement("insert into migrations values ('9999-from-the-future', 'x', 'now')");
    expect(await catchRefusal(folder)).toMatch(
      /^The database was made by a newer version of Basics Portal \(9999-from-the-future\)\. .*\n$/,
    );
    runStatement("delete from migrations where name = '9999-from-the-future'");

    runStatement("update settings set value = 'demo' where key = 'installation'");
    expect(await catchRefusal(folder)).toBe(
      'This database contains a demo, whose passwords are public. Start it with --demo, or use another database.\n',
    );
    runStatement("update settings set value = 'portal' where key = 'installation'");

    const portal = startPortal();
    expect(await portal.ready()).toMatch(/^http:\/\/localhost:\d+$/);
  });

  test('an installed portal with LICENCE_KEY_FILE=none starts without a licence key, and still publishes the public keys of issued licences', async () => {
    const folder = await createFolder();
    const startPortal = (env: Record<string, string> = {}) => startProcess({ cwd: folder, pages: pages.folder, env });
    const firstPortal = startPortal();
    await firstPortal.ready();
    firstPortal.kill('SIGTERM');
    await firstPortal.exited;
    await rm(join(folder, 'data/keys/licence.pem'));
    const address = await startPortal({ LICENCE_KEY_FILE: 'none' }).ready();
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    const keysResponse = await fetch(`${address}/.well-known/basics-licence-keys`);
    expect(await keysResponse.json()).toMatchObject({ keys: [{ status: 'current' }] });
  });
});

test.each(databases)('a start that is refused leaves a database of an older version as it is, on %s', async (kind) => {
  const folder = await createFolder();
  const emptyLocation = await createEmptyLocation(kind);
  const env = { DATA_DIR: 'data', ...('url' in emptyLocation && { DATABASE_URL: emptyLocation.url }) };
  const portal = startProcess({ cwd: folder, pages: pages.folder, env });
  await portal.ready();
  portal.kill('SIGTERM');
  await portal.exited;
  const location = 'url' in emptyLocation ? emptyLocation : { file: join(folder, 'data/portal.db') };
  const database = await openWithLongTimeouts(location);
  onTestFinished(() => database.close());
  // As if the version before had no such tables: the start would create them.
  const older = migrations.find(({ name }) => name === '0011-user-lists');
  await sql`delete from migrations where name = ${older?.name}`.execute(database.kysely);
  const readTables = async () => {
    const { rows } = await sql`select name, checksum from migrations order by name`.execute(database.kysely);
    return { rows, tables: (await database.kysely.introspection.getTables()).length };
  };
  const tablesBefore = await readTables();
  const keys = join(folder, 'data/keys');
  const refusals = [
    ['licence.pem', /^The key that signs the licences cannot be read/],
    ['session.key', /^The key of the sessions cannot be read/],
    ['seal.key', /^The key that seals secrets cannot be read/],
  ] as const;
  for (const [key, message] of refusals) {
    await rename(join(keys, key), join(folder, key));
    expect(await catchRefusal(folder, { env })).toMatch(message);
    await rename(join(folder, key), join(keys, key));
  }
  expect(await catchRefusal(folder, { env, args: ['--demo'] })).toContain('contains a real portal');
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  onTestFinished(() => void blocker.close());
  const port = String(Object(blocker.address()).port);
  expect(await catchRefusal(folder, { env: { ...env, METRICS_PORT: port } })).toContain('set METRICS_PORT');
  expect(await readTables()).toEqual(tablesBefore);
  expect(await runCommand(['migrate', '--dry-run'], { cwd: folder, env })).toMatchObject({
    code: 0,
    out: `The next start would run: ${older?.name}\n`,
  });
  expect(await readTables()).toEqual(tablesBefore);

  const other = await createEmptyLocation(kind);
  const otherPlace = 'url' in other ? { DATABASE_URL: other.url } : { DATA_DIR: 'other', ...keyFiles(keys) };
  expect(await catchRefusal(folder, { env: { ...env, ...otherPlace } }), 'no new portal over the keys').toMatch(
    /^The database .* is empty, but the keys of an earlier portal exist: .*audit\.pem, .*seal\.key\. .*portal restore FILE\..*\n$/,
  );
});

const keyFiles = (folder: string) => ({
  AUDIT_KEY_FILE: join(folder, 'audit.pem'),
  JWT_KEY_FILE: join(folder, 'session.key'),
  LICENCE_KEY_FILE: join(folder, 'licence.pem'),
  SEAL_KEY_FILE: join(folder, 'seal.key'),
});

describe('SIGTERM', () => {
  test('the process stops although a client does not finish its request', async () => {
    const portal = startProcess({ cwd: await createFolder(), pages: pages.folder, graceMs: 200 });
    const socket = connect(Number(new URL(await portal.ready()).port), '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(`POST ${apiBase}/auth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`);
    // The server answers 100 when it has read the headers; from then on, the request is in progress.
    socket.write('Expect: 100-continue\r\nContent-Length: 100\r\n\r\n');
    const [reply] = await once(socket, 'data');
    expect(String(reply)).toMatch(/^HTTP\/1\.1 100 /);
    socket.write('{');
    portal.kill('SIGTERM');
    expect(await portal.exited).toEqual({ code: 0, signal: null });
  });
});
