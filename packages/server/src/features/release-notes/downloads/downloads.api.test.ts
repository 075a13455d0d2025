import { createHash } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { downloads } from '@basics/contract/release-notes/downloads.ts';
import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { describe, expect, test } from 'vitest';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { minutes } from '#server/platform/clock/clock.ts';
import { createTestDatabase, databases, type DatabaseKind } from '#server/testing/database/databases.ts';
import { openBucketServer } from '#server/testing/processes/bucket-server.ts';
import { openPortal, readProblemCode } from '#server/testing/portal.ts';
import { createFolder } from '#server/testing/processes/folders.ts';
import { addPerson } from '#server/testing/records/people.ts';

const content = 'The installer of version 1.3.2';
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const installer = {
  name: 'Basics-1.3.2.msi',
  tool: 'basics',
  brand: 'blue',
  platform: 'Windows 64-bit',
  sha256: hashOf(content),
};

/** Creates a folder of files, and a function that writes into it. */
async function openFolder() {
  const folder = await createFolder();
  const write = async (version: string, name: string, text: string): Promise<void> => {
    await mkdir(join(folder, version), { recursive: true });
    await writeFile(join(folder, version, name), text);
  };
  return { folder, write, config: { filesPlace: folder } };
}

/** Starts a server with a bucket of files, and a function that writes into the bucket. */
async function openBucket() {
  const server = await openBucketServer();
  const workFolder = await createFolder();
  const { access } = server;
  const storage = await openStorage('s3://portal/releases', { access, workFolder });
  const write = async (version: string, name: string, text: string): Promise<void> => {
    const file = join(workFolder, 'prepared');
    await writeFile(file, text);
    await storage.put(file, `${version}/${name}`, { replaces: true });
  };
  return { folder: workFolder, server, write, config: { filesPlace: 's3://portal/releases', bucketAccess: access } };
}

/** Opens a portal with a place of files, and a customer who may use the tool `basics` of the brand `blue`. */
async function openFixture<Place extends Awaited<ReturnType<typeof openFolder>>>(
  kind: DatabaseKind,
  openPlace: () => Promise<Place>,
) {
  const place = await openPlace();
  const { folder, write } = place;
  const config = { crmUrl: null, demo: false, pocUrl: null, publicUrl: 'http://localhost:3000', trustedProxies: [] };
  const portal = await openPortal(await createTestDatabase(kind), { config: { ...config, ...place.config } });
  const root = await addPerson(portal, { profileId: 1, grants: [] });
  const ada = await addPerson(portal);
  const addFiles = async (version: string, files: object[], contents: Record<string, string> = {}) => {
    for (const [name, text] of Object.entries(contents)) await write(version, name, text);
    await write(version, 'files.json', JSON.stringify({ files }));
  };
  const addNote = async (version: string, but = {}) => {
    const body = { title: `Basics ${version}`, description: 'News', version, releaseDate: '2026-03-01', ...but };
    return releaseNotes.create.reply.parse((await portal.call(releaseNotes.create, { token: root.token, body })).body);
  };
  const list = async (token = ada.token) =>
    downloads.downloads.reply.parse((await portal.call(downloads.downloads, { token })).body).items;
  /** The names of the offered files, after they were hashed in the background. */
  const expectFiles = (names: string[], token = ada.token) =>
    expect.poll(async () => (await list(token)).map(({ fileName }) => fileName), { timeout: 60_000 }).toEqual(names);
  const askLink = (releaseId: number, fileName = installer.name, token = ada.token) =>
    portal.call(downloads.downloadLink, { token, body: { releaseId, fileName } });
  const openLink = async (releaseId: number) =>
    downloads.downloadLink.reply.parse((await askLink(releaseId)).body).path;
  const get = (url: string, headers = {}) => portal.http.inject({ url, headers });
  const setGrantEnd = (validTo: string) =>
    portal.database.kysely.updateTable('toolGrants').set({ validTo }).where('userId', '=', ada.id).execute();
  return {
    place,
    portal,
    folder,
    root,
    ada,
    addFiles,
    addNote,
    list,
    expectFiles,
    askLink,
    openLink,
    get,
    setGrantEnd,
  };
}

const places = [
  { place: 'a folder', openPlace: openFolder },
  { place: 'a bucket', openPlace: openBucket },
];

describe.each(databases)('downloads (%s)', (kind) => {
  describe.each(places)('from $place', ({ openPlace }) => {
    test('a customer gets the newest file of each platform of the tool, whole, in parts, and with its hash', async () => {
      const { portal, addFiles, addNote, list, expectFiles, openLink, get } = await openFixture(kind, openPlace);
      await addFiles('1.3.1', [{ ...installer, name: 'old.msi', sha256: hashOf('old') }], { 'old.msi': 'old' });
      const others = [
        { ...installer, name: 'Basics-1.3.2.dmg', platform: 'macOS', brand: undefined },
        { ...installer, name: 'red.msi', brand: 'red' },
        { ...installer, name: 'other.msi', tool: 'other' },
      ];
      const names = [installer.name, ...others.map(({ name }) => name)];
      await addFiles('1.3.2', [installer, ...others], Object.fromEntries(names.map((name) => [name, content])));
      await addNote('1.3.1', { releaseDate: '2026-01-01' });
      const { releaseId } = await addNote('1.3.2');
      await expectFiles(['Basics-1.3.2.msi', 'Basics-1.3.2.dmg']);
      expect((await list())[0]).toEqual({
        releaseId,
        title: 'Basics 1.3.2',
        version: '1.3.2',
        releaseDate: '2026-03-01',
        tool: 'basics',
        toolName: 'Basics',
        brand: 'blue',
        platform: 'Windows 64-bit',
        fileName: installer.name,
        bytes: content.length,
        sha256: installer.sha256,
      });

      const path = await openLink(releaseId);
      const whole = await get(path);
      expect([whole.statusCode, whole.body]).toEqual([200, content]);
      expect(whole.headers).toMatchObject({
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-store',
        'content-disposition': 'attachment; filename="Basics-1.3.2.msi"',
        'content-type': 'application/octet-stream',
        etag: `"${installer.sha256}"`,
        'repr-digest': `sha-256=:${createHash('sha256').update(content).digest('base64')}:`,
        'x-content-type-options': 'nosniff',
      });
      const rest = await get(path, { range: 'bytes=4-' });
      expect([rest.statusCode, rest.body]).toEqual([206, content.slice(4)]);
      expect(rest.headers['content-range']).toBe(`bytes 4-${content.length - 1}/${content.length}`);
      const answers = {
        'bytes=-5': [206, content.slice(-5)],
        'bytes=900-': [416, ''],
        'bytes=-0': [416, ''],
        // The last 900 bytes of a short file are the file. What is no range is ignored.
        'bytes=-900': [200, content],
        'bytes=5-2': [200, content],
        'bytes=x': [200, content],
      };
      for (const [range, answer] of Object.entries(answers)) {
        const { statusCode, body } = await get(path, { range });
        expect([range, statusCode, body]).toEqual([range, ...answer]);
      }
      const continued = (tag: string) => get(path, { range: 'bytes=4-', 'if-range': tag });
      expect((await continued(`"${installer.sha256}"`)).statusCode).toBe(206);
      expect((await continued('"other"')).body, 'the file has changed since its first part').toBe(content);
      expect((await get(path, { 'if-none-match': `"${installer.sha256}"` })).statusCode).toBe(304);
      const head = await portal.http.inject({ method: 'HEAD', url: path, headers: { range: 'bytes=4-' } });
      expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(content.length)]);
    });

    test('who loses the tool, the account or the time of the link loses the download, and nobody opens another file (T695)', async () => {
      const { portal, ada, addFiles, addNote, expectFiles, askLink, openLink, get, setGrantEnd } = await openFixture(
        kind,
        openPlace,
      );
      await addFiles('1.3.2', [installer, { ...installer, name: 'two.msi' }], {
        [installer.name]: content,
        'two.msi': content,
      });
      const { releaseId } = await addNote('1.3.2');
      await expectFiles([installer.name]);
      const path = await openLink(releaseId);
      expect((await get(path)).statusCode).toBe(200);
      // The link is of one file, and one changed letter makes it worthless.
      const [address = '', link = ''] = path.split('?link=');
      const flipped = link.slice(0, -2) + (link.at(-2) === 'A' ? 'B' : 'A') + link.slice(-1);
      for (const url of [address, `${address}?link=`, `${address}?link=x`, `${address}?link=${flipped}`])
        expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
      expect((await get(path.replace(installer.name, 'two.msi'))).statusCode).toBe(404);
      // Another customer without the tool gets no link, and does not learn that the file exists.
      const ben = await addPerson(portal, { grants: [] });
      for (const name of [installer.name, 'missing.msi'])
        expect(readProblemCode((await askLink(releaseId, name, ben.token)).body)).toBe('RESULTS_NOT_FOUND');

      await setGrantEnd('2026-03-09');
      expect((await get(path)).statusCode).toBe(404);
      await expectFiles([]);
      await setGrantEnd('2026-12-31');
      expect((await get(path)).statusCode).toBe(200);
      const setStatus = (status: 'active' | 'suspended') =>
        portal.database.kysely.updateTable('users').set({ status }).where('id', '=', ada.id).execute();
      await setStatus('suspended');
      expect((await get(path)).statusCode).toBe(404);
      await setStatus('active');
      portal.setClock(minutes(10));
      expect((await get(path)).statusCode).toBe(404);
    });

    test('a file that is described with two hashes is offered with the right one', async () => {
      const { addFiles, addNote, list, expectFiles } = await openFixture(kind, openPlace);
      const wrong = { ...installer, platform: 'Windows 32-bit', sha256: hashOf('another file') };
      await addFiles('1.3.2', [wrong, installer], { [installer.name]: content });
      await addNote('1.3.2');
      await expectFiles([installer.name]);
      expect((await list()).map(({ platform }) => platform)).toEqual([installer.platform]);
    });

    test('a file that is described for two brands can be downloaded with either', async () => {
      const { addFiles, addNote, expectFiles, openLink, get } = await openFixture(kind, openPlace);
      await addFiles('1.3.2', [{ ...installer, brand: 'red' }, installer], { [installer.name]: content });
      const { releaseId } = await addNote('1.3.2');
      await expectFiles([installer.name]);
      expect((await get(await openLink(releaseId))).body).toBe(content);
    });

    test('the feed lists published versions for every origin, and only a file for everybody needs no link (T697)', async () => {
      const { addFiles, addNote, expectFiles, get } = await openFixture(kind, openPlace);
      const open = { ...installer, name: 'viewer.msi', platform: 'viewer', forEverybody: true };
      await addFiles('1.3.2', [installer, open], { [installer.name]: content, 'viewer.msi': content });
      await addNote('1.3.2');
      await expectFiles([installer.name, 'viewer.msi']);
      const feed = await get('/.well-known/basics-releases/basics', { origin: 'https://any.example' });
      expect(feed.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=300',
      });
      const file = { brand: 'blue', bytes: content.length, sha256: installer.sha256 };
      expect(feed.json()).toEqual({
        tool: 'basics',
        releases: [
          {
            version: '1.3.2',
            title: 'Basics 1.3.2',
            releaseDate: '2026-03-01',
            page: expect.stringMatching(/\d$/),
            files: [
              { ...file, platform: 'Windows 64-bit', name: installer.name },
              {
                ...file,
                platform: 'viewer',
                name: 'viewer.msi',
                url: 'http://localhost:3000/downloads/1.3.2/viewer.msi',
              },
            ],
          },
        ],
      });
      expect((await get('/downloads/1.3.2/viewer.msi')).body).toBe(content);
      expect((await get(`/downloads/1.3.2/${installer.name}`)).statusCode).toBe(404);
      expect((await get('/.well-known/basics-releases/none')).json()).toEqual({ tool: 'none', releases: [] });
    });
  });
});

test('only whole files of published versions are offered, and no name or link leads out of the folder (T696)', async () => {
  const { portal, folder, root, addFiles, addNote, expectFiles, askLink, get } = await openFixture(
    'SQLite',
    openFolder,
  );
  await writeFile(join(folder, 'secret.txt'), content);
  await mkdir(join(folder, 'private'));
  await writeFile(join(folder, 'private', 'files.json'), JSON.stringify({ files: [installer] }));
  const files = [
    installer,
    { ...installer, name: 'half.msi', platform: 'half' },
    { ...installer, name: 'link.msi', platform: 'link' },
  ];
  await addFiles('1.3.2', files, { [installer.name]: content, 'half.msi': content.slice(1) });
  await symlink(join(folder, 'secret.txt'), join(folder, '1.3.2', 'link.msi'));
  await symlink(join(folder, '1.3.2'), join(folder, '1.3.3'));
  // A description with a path in a name is not read at all.
  await addFiles('1.3.4', [{ ...installer, name: '../secret.txt' }]);
  await addFiles('1.3.5', [{ ...installer, name: 'files.json' }]);
  const { releaseId, rowVersion } = await addNote('1.3.2');
  for (const version of ['1.3.3', '1.3.4', '1.3.5', 'private', '../1.3.2']) await addNote(version);
  await expectFiles([installer.name]);
  for (const name of ['../secret.txt', 'link.msi', 'half.msi', 'files.json'])
    expect((await askLink(releaseId, name)).status).toBe(404);
  for (const path of [
    '/downloads/1.3.2/link.msi',
    '/downloads/1.3.2/files.json',
    '/downloads/../secret.txt',
    '/downloads/1.3.2/..%2f..%2fsecret.txt',
    '/downloads/1.3.2%2f../secret.txt',
    '/downloads/private/Basics-1.3.2.msi',
    '/downloads/1.3.2/%00',
    '/downloads/1.3.2/',
    '/downloads/1.3.2',
  ])
    expect([path, (await get(path)).statusCode >= 400]).toEqual([path, true]);

  const params = { id: releaseId };
  const body = { rowVersion, status: 'draft' };
  await portal.call(releaseNotes.update, { token: root.token, params, body });
  await expectFiles([]);
});

test('a bucket that gives no answer lets the list stand, and the download is asked again later (T906)', async () => {
  const { place, addFiles, addNote, expectFiles, openLink, get } = await openFixture('SQLite', openBucket);
  await addFiles('1.3.2', [installer], { [installer.name]: content });
  const { releaseId } = await addNote('1.3.2');
  await expectFiles([installer.name]);
  const path = await openLink(releaseId);
  place.server.treat(() => 'cut');
  await expectFiles([installer.name]);
  const refused = await get(path);
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([
    503,
    '60',
    'FILES_UNAVAILABLE',
  ]);
  place.server.treat(() => 'answer');
  expect((await get(path)).body).toBe(content);
});

test('a file of the bucket that has changed is not sent under the hash of the old one (T907)', async () => {
  const { place, addFiles, addNote, expectFiles, openLink, get } = await openFixture('SQLite', openBucket);
  await addFiles('1.3.2', [installer], { [installer.name]: content });
  const { releaseId } = await addNote('1.3.2');
  await expectFiles([installer.name]);
  const path = await openLink(releaseId);
  await place.write('1.3.2', installer.name, content.toUpperCase());
  expect((await get(path)).statusCode).toBe(503);
  await expectFiles([]);
});
