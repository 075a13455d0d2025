import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { hours } from '#server/platform/clock/clock.ts';
import { writeTestPages } from '#server/testing/built-pages.ts';
import { openBucketServer } from '#server/testing/processes/bucket-server.ts';
import { createFolder } from '#server/testing/processes/folders.ts';
import { createOperator } from '#server/testing/processes/operator.ts';
import { createSharedEnv, createShiftedClockOptions, startProcess } from '#server/testing/processes/process.ts';
import { openRoleServer } from '#server/testing/processes/role-server.ts';
import { openStorage } from './open-storage.ts';

const startModule = inject('startModule');
const main = join(dirname(startModule), startModule.endsWith('.ts') ? 'main.ts' : 'main.js');

type Run = { cwd: string; env: Record<string, string>; shiftFile?: string };

/** Runs the command `portal` in a process of its own. */
async function runInProcess(args: readonly string[], { cwd, env, shiftFile }: Run) {
  const clockShift = shiftFile === undefined ? { flags: [], env: {} } : createShiftedClockOptions(shiftFile);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...clockShift.flags, main, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...createSharedEnv(), ...clockShift.env, ...env },
  });
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: Number(code), out, error };
}

/** Opens a role, and a bucket that accepts only the keys of this role. */
async function openRoleAndBucket() {
  const roles = await openRoleServer();
  const keys: string[] = [];
  const server = await openBucketServer((keyId, token) => {
    keys.push(keyId);
    return roles.judgeKey(keyId, token);
  });
  return { roles, server, keys, endpoint: { FILES_S3_ENDPOINT: server.access.endpoint } };
}

const backup = ['backup', '--to', 's3://portal/daily'];

test.each(['machine', 'container', 'pod'] as const)(
  'a backup goes into a bucket with one key of the role of a %s, and without a key of its own (T1070)',
  async (kind) => {
    const { roles, keys, endpoint } = await openRoleAndBucket();
    const { folder: cwd, env } = await createOperator('SQLite');
    const { code, out, error } = await runInProcess(backup, { cwd, env: { ...env, ...endpoint, ...roles.env[kind] } });
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain('s3://portal/daily/portal-');
    expect(new Set(keys)).toEqual(new Set(['role-key-1']));
    expect(roles.countKeys()).toBe(1);
  },
);

test('a key of the role that expires during a copy is replaced by a new one (T1071)', async () => {
  const { roles, server, keys, endpoint } = await openRoleAndBucket();
  const cwd = await createFolder();
  const shiftFile = join(cwd, 'shift');
  await writeFile(shiftFile, '0');
  await mkdir(join(cwd, 'old', '1.3.2'), { recursive: true });
  const names = ['a.msi', 'b.msi'];
  for (const name of names) await writeFile(join(cwd, 'old', '1.3.2', name), name);
  const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');
  const files = names.map((name) => ({ name, tool: 'basics', platform: name, sha256: hashOf(name) }));
  await writeFile(join(cwd, 'old', '1.3.2', 'files.json'), JSON.stringify({ files }));
  server.treat(({ method, url = '' }) => {
    if (method === 'PUT' && url.includes('a.msi')) {
      roles.expireKeys(hours(4));
      writeFileSync(shiftFile, String(hours(2)));
    }
    return 'answer';
  });
  const env = { DATA_DIR: cwd, FILES_S3_BUCKET: 'portal/releases', ...endpoint, ...roles.env.machine };
  const copied = await runInProcess(['files', 'copy', 'old'], { cwd, env, shiftFile });
  expect(copied, copied.error).toMatchObject({ code: 0 });
  expect(new Set(keys)).toEqual(new Set(['role-key-1', 'role-key-2']));
  expect(server.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(3);
});

test('a service that is silent holds up neither a command nor the start, says what to do, and is asked again (T1072)', async () => {
  const { roles, server, keys, endpoint } = await openRoleAndBucket();
  roles.setSilent(true);
  const { folder: cwd, env } = await createOperator('SQLite');
  const list = ['backups', '--from', 's3://portal/daily'];
  const lateRuns = (['machine', 'container', 'pod'] as const).map((kind) =>
    runInProcess(list, { cwd, env: { ...env, ...endpoint, ...roles.env[kind] } }),
  );
  for (const { code, error } of await Promise.all(lateRuns)) {
    expect(code).toBe(1);
    expect(error).toMatch(/^No role at AWS gives a key for s3:\/\/portal\/daily \([\w ]+\)\. Give/m);
  }
  const pages = await writeTestPages();
  const portalEnv = { FILES_S3_BUCKET: 'portal/releases', ...endpoint, ...roles.env.container };
  const portal = startProcess({ cwd: await createFolder(), pages: pages.folder, env: portalEnv });
  const address = await portal.ready();
  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  const sentence = /No role at AWS gives a key for s3:\/\/portal\/releases/;
  await expect.poll(() => portal.output.err, { timeout: 60_000 }).toMatch(sentence);
  portal.kill('SIGTERM');
  expect(await portal.exited).toEqual({ code: 0, signal: null });
  await pages.remove();

  for (const [name, value] of Object.entries(roles.env.container)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const storage = await openStorage('s3://portal', { access: { ...server.access, key: 'role' }, workFolder: cwd });
  await expect(storage.check(5000)).rejects.toThrow('No role at AWS gives a key for s3://portal (no answer)');
  expect(keys).toEqual([]);
  roles.setSilent(false);
  await storage.check(5000);
  expect(keys).toEqual(['role-key-1']);
});

test('neither a key nor a role is a fault before anything is written, with what to do (T1073)', async () => {
  const { roles, keys, endpoint } = await openRoleAndBucket();
  const { folder: cwd, env, run } = await createOperator('SQLite');
  const withoutRole = await runInProcess(backup, { cwd, env: { ...env, ...endpoint, ...roles.env.nothing } });
  expect(withoutRole).toMatchObject({
    code: 1,
    error: expect.stringContaining('pod a role, or set FILES_S3_KEY_FILE.'),
  });
  // A role that was not asked for is not used.
  const unaskedEnv = { ...env, ...endpoint, ...roles.env.machine, FILES_S3_KEY: '' };
  const unasked = await runInProcess(backup, { cwd, env: unaskedEnv });
  expect(unasked).toMatchObject({ code: 1, error: expect.stringContaining('FILES_S3_KEY=role uses the role of this') });
  const start = await runInProcess([], { cwd, env: { ...unaskedEnv, BACKUP_DIR: 's3://portal/daily' } });
  expect(start).toMatchObject({
    code: 1,
    error: expect.stringContaining('FILES_S3_KEY_FILE must be set with BACKUP_DIR'),
  });
  expect([keys, roles.countKeys()]).toEqual([[], 0]);
  const config = await runInProcess(['config'], { cwd, env: { ...env, ...roles.env.machine } });
  expect(config.out).toContain('FILES_S3_KEY=role  (environment)\n');
  await writeFile(join(cwd, '.env'), 'FILES_S3_KEY=role\n', { mode: 0o644 });
  const { checks } = JSON.parse((await run(['doctor', '--offline', '--json'])).out);
  expect(checks).toContainEqual(expect.objectContaining({ name: 'settings-file', is: 'ok' }));
});

test('a bucket that refuses the key of a role says so, and does not name the file of a key (T1074)', async () => {
  const roles = await openRoleServer();
  const { folder: cwd, env } = await createOperator('SQLite');
  for (const fault of ['AccessDenied', 'ExpiredToken']) {
    const { access } = await openBucketServer(() => fault);
    const settings = { ...env, FILES_S3_ENDPOINT: access.endpoint, ...roles.env.machine };
    const { code, error } = await runInProcess(['backups', '--from', 's3://portal/daily'], { cwd, env: settings });
    expect(code).toBe(1);
    expect(error).toContain(`refuses the key for s3://portal/daily (${fault}). Check the rights of the role at AWS.`);
    expect(error).not.toMatch(/not-for-any-log|role-key|token-|FILES_S3_KEY_FILE/);
  }
});
