import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { openBucketServer } from '#server/testing/processes/bucket-server.ts';
import { createFolder } from '#server/testing/processes/folders.ts';
import { runCommand } from '#server/testing/processes/run-command.ts';

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');

/** Creates the settings of a portal with an empty place of files, and reads the files of this place. */
async function createPortal(kind: 'folder' | 'bucket') {
  const cwd = await createFolder();
  const server = await openBucketServer();
  const folder = join(await createFolder(), 'files');
  const place = kind === 'folder' ? folder : 's3://portal/releases';
  const env = {
    DATA_DIR: cwd,
    ...server.env,
    ...(kind === 'folder' ? { FILES_DIR: folder } : { FILES_S3_BUCKET: 'portal/releases' }),
  };
  const storage = await openStorage(place, { access: server.access, workFolder: cwd });
  const list = async () => (await storage.list(2)).map(({ name }) => name).toSorted();
  const read = async (name: string): Promise<string> => {
    const file = await storage.find(name);
    return file ? text(await storage.read(file)) : 'missing';
  };
  const workFolder = kind === 'folder' ? folder : cwd;
  await mkdir(workFolder, { recursive: true });
  // A killed command has left this file long ago.
  await writeFile(join(workFolder, '.release-file.1.part'), 'half');
  await utimes(join(workFolder, '.release-file.1.part'), 1, 1);
  return {
    cwd,
    workFolder,
    server,
    place,
    list,
    read,
    run: (...args: string[]) => runCommand(['files', ...args], { cwd, env }),
  };
}

const options = ['--tool', 'basics', '--platform', 'Windows 64-bit'];

describe.each(['folder', 'bucket'] as const)('files of release notes in a %s', (kind) => {
  test('a file is added with its hash, also for a second brand, and is never replaced by another content (T911)', async () => {
    const { cwd, workFolder, place, list, read, run } = await createPortal(kind);
    await writeFile(join(cwd, 'Basics-1.3.2.msi'), 'installer');
    const added = await run('add', '1.3.2', 'Basics-1.3.2.msi', ...options, '--brand', 'blue');
    expect(added, added.error).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${place}/1.3.2/Basics-1.3.2.msi`),
    });
    expect((await run('add', '1.3.2', 'Basics-1.3.2.msi', ...options, '--brand', 'red', '--everybody')).code).toBe(0);
    expect((await run('add', '1.3.2', 'Basics-1.3.2.msi', ...options, '--brand', 'red')).code).toBe(0);
    const entry = { name: 'Basics-1.3.2.msi', tool: 'basics', platform: 'Windows 64-bit', sha256: hashOf('installer') };
    const files = [
      { ...entry, brand: 'blue', forEverybody: false },
      { ...entry, brand: 'red', forEverybody: false },
    ];
    expect(JSON.parse(await read('1.3.2/files.json'))).toEqual({ files });
    await writeFile(join(cwd, 'Basics-1.3.2.msi'), 'another installer');
    const refused = await run('add', '1.3.2', 'Basics-1.3.2.msi', ...options);
    expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('exists with another content') });
    expect(await read('1.3.2/Basics-1.3.2.msi')).toBe('installer');
    const wrongCalls = [
      ['1.3.2', 'Basics-1.3.2.msi'],
      ['../1.3.2', 'Basics-1.3.2.msi', ...options],
      ['1.3.2', 'files.json', '--tool', 'basics', '--platform', ''],
      ['1.3.2', 'a b.msi', ...options],
    ];
    for (const args of wrongCalls) expect((await run('add', ...args)).code, args.join(' ')).toBe(2);
    expect(await list()).toEqual(['1.3.2/Basics-1.3.2.msi', '1.3.2/files.json']);
    expect(await run('list')).toMatchObject({ code: 0, out: expect.stringMatching(/Windows 64-bit, red\): whole/) });
    expect((await readdir(workFolder)).filter((name) => name.includes('.part'))).toEqual([]);
  });

  test('files are copied from a folder whole: a damaged one stops the copy, and its version is not described (T912)', async () => {
    const { cwd, list, read, run } = await createPortal(kind);
    const entry = { tool: 'basics', platform: 'Windows 64-bit' };
    const write = async (version: string, contents: Record<string, string>, hashes: Record<string, string>) => {
      await mkdir(join(cwd, 'old', version), { recursive: true });
      for (const [name, content] of Object.entries(contents)) await writeFile(join(cwd, 'old', version, name), content);
      const files = Object.entries(hashes).map(([name, content]) => ({ ...entry, name, sha256: hashOf(content) }));
      await writeFile(join(cwd, 'old', version, 'files.json'), JSON.stringify({ files }));
    };
    await write('1.3.1', { 'a.msi': 'a', 'not-described.msi': 'x' }, { 'a.msi': 'a' });
    await write('1.3.2', { 'b.msi': 'b', 'c.msi': 'half' }, { 'b.msi': 'b', 'c.msi': 'whole' });
    const stopped = await run('copy', 'old');
    expect(stopped).toMatchObject({ code: 1, error: expect.stringContaining('1.3.2/c.msi has another SHA-256') });
    expect(await list()).toEqual(['1.3.1/a.msi', '1.3.1/files.json', '1.3.2/b.msi']);
    await rm(join(cwd, 'old', '1.3.2', 'c.msi'));
    expect(await run('copy', 'old')).toMatchObject({ code: 1, error: expect.stringContaining('c.msi is missing') });
    await writeFile(join(cwd, 'old', '1.3.2', 'c.msi'), 'whole');
    const copied = await run('copy', 'old');
    expect(copied, copied.error).toMatchObject({ code: 0 });
    expect(await read('1.3.2/c.msi')).toBe('whole');
    expect(await run('list')).toMatchObject({ code: 0, out: expect.not.stringContaining('missing') });
    expect(await readdir(cwd)).toEqual(['old']);
  });
});

test('a copy to a bucket that is cut in any request leaves whole files only, and the same command completes it (T913)', async () => {
  const { cwd, server, list, read, run } = await createPortal('bucket');
  await mkdir(join(cwd, 'old', '1.3.2'), { recursive: true });
  const names = ['a.msi', 'b.msi', 'c.msi'];
  for (const name of names) await writeFile(join(cwd, 'old', '1.3.2', name), name);
  const files = names.map((name) => ({ name, tool: 'basics', platform: name, sha256: hashOf(name) }));
  await writeFile(join(cwd, 'old', '1.3.2', 'files.json'), JSON.stringify({ files }));
  for (const name of [...names, 'files.json']) {
    server.treat(({ method, url = '' }) => (method === 'PUT' && url.includes(name) ? 'cut' : 'answer'));
    const stopped = await run('copy', 'old');
    expect(stopped).toMatchObject({ code: 1, error: expect.stringContaining('gives no answer') });
    const whole = names.slice(0, name === 'files.json' ? 3 : names.indexOf(name)).map((file) => `1.3.2/${file}`);
    expect(await list()).toEqual(whole);
  }
  server.treat(() => 'answer');
  const before = server.requests.filter((request) => request.startsWith('PUT')).length;
  expect((await run('copy', 'old')).code).toBe(0);
  expect(server.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(before + 1);
  for (const name of names) expect(await read(`1.3.2/${name}`)).toBe(name);
});
