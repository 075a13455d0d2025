import { createHash } from 'node:crypto';
import { readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openBucketServer } from '#server/testing/processes/bucket-server.ts';
import { createFolder } from '#server/testing/processes/folders.ts';
import { openStorage } from './open-storage.ts';
import { StorageFault, type Storage } from './storage.ts';

async function openFolder() {
  const folder = await createFolder();
  return { storage: await openStorage(folder, { access: null, workFolder: folder }), folder };
}

async function openBucket() {
  const server = await openBucketServer();
  const folder = await createFolder();
  const open = (place: string, access = server.access) => openStorage(place, { access, workFolder: folder });
  return { storage: await open('s3://portal/some/prefix/'), folder, server, open };
}

/** Puts a text under a name. */
async function putText(storage: Storage, name: string, content: string | Buffer, options = {}): Promise<void> {
  const file = join(storage.workFolder, '.prepared');
  await writeFile(file, content);
  try {
    await storage.put(file, name, options);
  } finally {
    await rm(file, { force: true });
  }
}

const names = async (storage: Storage, levels: 1 | 2 = 2) =>
  (await storage.list(levels)).map(({ name }) => name).toSorted();

describe.each([
  ['a folder', openFolder],
  ['a bucket', openBucket],
])('%s as a storage', (_, open) => {
  test('what is put is found, listed, read whole and in parts, replaced only on demand, and removed (T900)', async () => {
    const { storage } = await open();
    expect([await storage.find('one.txt'), await storage.find('1.3.2/two.txt')]).toEqual([null, null]);
    await putText(storage, 'one.txt', 'content of one');
    await putText(storage, '1.3.2/two.txt', 'two');
    await putText(storage, '1.3.2/empty', '');
    expect(await readdir(storage.workFolder)).not.toContain('.prepared');
    expect([await names(storage, 1), await names(storage)]).toEqual([
      ['one.txt'],
      ['1.3.2/empty', '1.3.2/two.txt', 'one.txt'],
    ]);
    const one = await storage.find('one.txt');
    if (!one) throw new Error('one.txt is not there');
    expect(one.bytes).toBe(14);
    expect(await storage.list(1)).toEqual([one]);
    expect(await text(await storage.read(one))).toBe('content of one');
    expect(await text(await storage.read(one, { first: 8, last: 9 }))).toBe('of');

    await expect(putText(storage, 'one.txt', 'other')).rejects.toThrow('exists already. Nothing was written over it.');
    await putText(storage, 'one.txt', 'other', { replaces: true });
    await expect(storage.read(one), 'the content has changed').rejects.toThrow(StorageFault);
    const replaced = await storage.find('one.txt');
    expect(replaced && (await text(await storage.read(replaced)))).toBe('other');
    await storage.remove('one.txt');
    await storage.remove('one.txt');
    await expect(storage.read(one), 'the file is gone').rejects.toThrow(StorageFault);
    expect(await names(storage)).toEqual(['1.3.2/empty', '1.3.2/two.txt']);
    await storage.check(5000);
  });

  test('no name leads out of the place (T901)', async () => {
    const { storage } = await open();
    for (const name of ['', '../one', 'a/../../one', '/one', 'a//b', '.hidden', 'a/.b', 'a\\..\\b', 'a\0b', 'a b']) {
      await expect(async () => storage.find(name), name).rejects.toThrow('is not the name of a file');
      await expect(async () => storage.remove(name), name).rejects.toThrow('is not the name of a file');
    }
  });
});

test('a folder follows no symbolic link (T902)', async () => {
  const { storage, folder } = await openFolder();
  const elsewhere = await createFolder();
  await writeFile(join(elsewhere, 'secret'), 'secret');
  await putText(storage, 'one.txt', 'one');
  const one = await storage.find('one.txt');
  await rm(join(folder, 'one.txt'));
  await symlink(join(elsewhere, 'secret'), join(folder, 'one.txt'));
  await symlink(elsewhere, join(folder, 'linked'));
  expect(await storage.list(2)).toEqual([]);
  expect(await storage.find('one.txt')).toBeNull();
  await expect(storage.read(one ?? { name: 'one.txt', bytes: 6, version: '' })).rejects.toThrow(StorageFault);
});

test('an upload to a bucket that is cut, in its only part or in a later one, leaves nothing to list or to find (T903)', async () => {
  const { storage, server } = await openBucket();
  const large = Buffer.alloc(20 * 1024 ** 2, 'large');
  for (const content of ['small', large]) {
    const isLast = typeof content === 'string' ? () => true : (url = '') => url.includes('partNumber=3');
    server.treat(({ method, url }) => (method === 'PUT' && isLast(url) ? 'cut' : 'answer'));
    await expect(putText(storage, 'cut.bin', content)).rejects.toThrow(
      /gives no answer for s3:\/\/portal\/some\/prefix/,
    );
    expect([await storage.list(2), await storage.find('cut.bin')]).toEqual([[], null]);
    server.treat(() => 'answer');
    await putText(storage, 'cut.bin', content);
    const file = await storage.find('cut.bin');
    if (!file) throw new Error('the second upload is not there');
    expect((await buffer(await storage.read(file))).equals(Buffer.from(content))).toBe(true);
    await storage.remove('cut.bin');
  }
  // The server compares this hash with what has arrived.
  const hash = createHash('sha256').update('small').digest('hex');
  expect(server.requests).toContain(`PUT /portal/some/prefix/cut.bin ${hash}`);
});

test('a bucket that cannot be used says what to do, and the error does not contain the key (T904)', async () => {
  const { folder, server, open } = await openBucket();
  const closed = createServer().listen(0, '127.0.0.1');
  const closedPort = await new Promise((resolve) =>
    closed.once('listening', () => resolve(Object(closed.address()).port)),
  );
  closed.close();
  const faults = [
    [
      await open('s3://portal', {
        ...server.access,
        key: { accessKeyId: 'stolen-key', secretAccessKey: 'not-for-any-log' },
      }),
      /refuses the key for s3:\/\/portal \((InvalidAccessKeyId|403)\)/,
    ],
    [await open('s3://no-such-bucket'), /has no bucket no-such-bucket\. Create it/],
    [
      await open('s3://portal', { ...server.access, endpoint: `http://127.0.0.1:${String(closedPort)}` }),
      /gives no answer for s3:\/\/portal \(ECONNREFUSED\)\. Check FILES_S3_ENDPOINT/,
    ],
  ] as const;
  for (const [storage, sentence] of faults)
    for (const use of [() => storage.check(5000), () => storage.list(1), () => putText(storage, 'one.txt', 'one')]) {
      const error: unknown = await use().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StorageFault);
      expect(String(error)).toMatch(sentence);
      expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(
        /not-for-any-log|stolen-key|portal-key|AWS4-HMAC/,
      );
    }
  server.treat(() => 'hang');
  await expect((await open('s3://portal')).check(200)).rejects.toThrow('gives no answer');
  const options = { access: null, workFolder: folder };
  await expect(openStorage('s3://portal', options)).rejects.toThrow('needs a key: FILES_S3_KEY_FILE');
  await expect(openStorage('s3://Portal/../x', options)).rejects.toThrow('is no address of a bucket');
});

test('a bucket with more files than one answer has is listed whole (T905)', async () => {
  const { storage, server } = await openBucket();
  for (let first = 0; first < 1010; first += 101)
    await Promise.all(
      Array.from({ length: 101 }, (_empty, index) =>
        fetch(`${server.access.endpoint}/portal/some/prefix/f${first + index}`, {
          method: 'PUT',
          body: 'x',
          headers: { authorization: `Credential=${server.access.key.accessKeyId}/` },
        }),
      ),
    );
  expect(new Set(await names(storage, 1)).size).toBe(1010);
});
