import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type * as z from 'zod/mini';
import { manifest, manifestName, versionPattern } from '#server/features/release-notes/downloads/release-files.ts';
import { days } from '#server/platform/clock/clock.ts';
import { StartFault } from '#server/platform/problem.ts';
import { createFolderStorage } from '#server/platform/storage/folder-storage.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import type { Storage, StoredFile } from '#server/platform/storage/storage.ts';
import { UsageFault, type Call, type Outcome } from './command.ts';
import { readCallSettings } from './on-database.ts';

type Described = z.infer<typeof manifest>['files'][number];
type AddOptions = { tool?: string; brand?: string; platform?: string; everybody?: true };

/**
 * Stores a file of a release note, and describes it. The description is written last, so that a command that is interrupted offers nothing; the
 * same command again continues.
 */
export async function addReleaseFile(call: Call, { tool, brand, platform, everybody }: AddOptions): Promise<Outcome> {
  const [version = '', fileName = ''] = call.args;
  if (tool === undefined || platform === undefined)
    throw new UsageFault('Name the tool and the platform: --tool basics --platform "Windows 64-bit".');
  const source = resolve(call.shell.cwd, fileName);
  const name = basename(source);
  const draft = {
    name,
    tool,
    brand: brand ?? null,
    platform,
    sha256: '0'.repeat(64),
    forEverybody: everybody === true,
  };
  if (!versionPattern.test(version) || !manifest.safeParse({ files: [draft] }).success)
    throw new UsageFault(
      'A version is like 1.3.2. The name of a file has letters, digits and + - _ only, and an extension, like Basics-1.3.2.msi.',
    );
  if (!existsSync(source)) throw new StartFault(`There is no file ${source}.`);
  const storage = await openPlace(call);
  const sha256 = await store(storage, `${version}/${name}`, async () => createReadStream(source));
  await describe(storage, version, [{ ...draft, sha256 }]);
  const lines = [
    `${storage.locate(`${version}/${name}`)} is stored, with the SHA-256 ${sha256}.`,
    `It is offered when the release note of version ${version} is published.`,
  ];
  return { ok: true, lines, facts: { version, name, sha256 } };
}

/**
 * Copies the files of release notes of a folder to the configured place, one version after the other. The description of a version is copied
 * last. What is already there with the same content is not copied again.
 */
export async function copyReleaseFiles(call: Call): Promise<Outcome> {
  const from = createFolderStorage(resolve(call.shell.cwd, call.args[0] ?? ''));
  await from.check(0);
  const storage = await openPlace(call);
  const lines: string[] = [];
  for (const { version, files } of await readManifests(from)) {
    for (const { name, sha256 } of files) {
      const content = await from.find(`${version}/${name}`);
      if (!content) throw new StartFault(`${from.locate(`${version}/${name}`)} is missing, but described.`);
      await store(storage, content.name, () => from.read(content), sha256);
      call.shell.printProgress(`${version}/${name}`);
    }
    await describe(storage, version, files);
    lines.push(`${version}: ${files.length} files`);
  }
  return {
    ok: true,
    lines: [...lines, `Everything of ${from.place} is in ${storage.place}.`],
    facts: { to: storage.place },
  };
}

/** Lists the described files of all versions, and reads each of them to compare its hash. */
export async function listReleaseFiles(call: Call): Promise<Outcome> {
  const storage = await openPlace(call);
  const files: (Described & { version: string; state: 'whole' | 'missing' | 'changed' })[] = [];
  for (const { version, files: described } of await readManifests(storage))
    for (const file of described) {
      const content = await storage.find(`${version}/${file.name}`);
      const state = content && ((await hashOf(await storage.read(content))) === file.sha256 ? 'whole' : 'changed');
      files.push({ ...file, version, state: state ?? 'missing' });
    }
  const lines = files.map(
    ({ version, name, platform, brand, state }) =>
      `${version}/${name} (${platform}, ${brand ?? 'all brands'}): ${state}`,
  );
  const isWhole = files.every(({ state }) => state === 'whole');
  return { ok: isWhole, lines: lines.length === 0 ? ['There are no files.'] : lines, facts: { files } };
}

async function openPlace(call: Call): Promise<Storage> {
  const { filesPlace, bucketAccess, dataDir } = await readCallSettings(call);
  if (filesPlace === null) throw new StartFault('There is no place for files. Set FILES_DIR or FILES_S3_BUCKET.');
  const storage = await openStorage(filesPlace, { access: bucketAccess, workFolder: dataDir });
  await mkdir(storage.workFolder, { recursive: true });
  await removeAbandonedFiles(storage.workFolder, call.shell.clock() - days(1));
  return storage;
}

/** Deletes the work files of killed commands that were last written before `createdBefore`. */
async function removeAbandonedFiles(folder: string, createdBefore: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^\.release-file\.\d+\.part$/.test(name));
  for (const file of names.map((name) => join(folder, name)))
    if ((await stat(file)).mtimeMs < createdBefore) await rm(file, { force: true });
}

async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}

/** Calls `use` with the path of a new file in the work folder of a storage, which is hidden and is removed afterwards. */
async function withWorkFile<Result>({ workFolder }: Storage, use: (file: string) => Promise<Result>): Promise<Result> {
  const file = join(workFolder, `.release-file.${process.pid}.part`);
  try {
    return await use(file);
  } finally {
    await rm(file, { force: true });
  }
}

/** Stores a file, unless it is there with the same content. Throws StartFault for another content, and for another hash than `wantedHash`. */
const store = (storage: Storage, name: string, open: () => Promise<Readable>, wantedHash?: string): Promise<string> =>
  withWorkFile(storage, async (file) => {
    const present = await storage.find(name);
    if (present) {
      const [sha256, presentHash] = [await hashOf(await open()), await hashOf(await storage.read(present))];
      if (sha256 === presentHash && sha256 === (wantedHash ?? sha256)) return sha256;
      throw new StartFault(`${storage.locate(name)} exists with another content. Remove it, or use a new version.`);
    }
    const hash = createHash('sha256');
    await pipeline(
      await open(),
      async function* (content: AsyncIterable<Buffer>) {
        for await (const part of content) {
          hash.update(part);
          yield part;
        }
      },
      createWriteStream(file),
    );
    const sha256 = hash.digest('hex');
    if (sha256 !== (wantedHash ?? sha256))
      throw new StartFault(`${name} has another SHA-256 than its description says.`);
    await storage.put(file, name);
    return sha256;
  });

/** Adds descriptions to those of a version. A description replaces the one of the same file, tool, brand and platform. */
async function describe(storage: Storage, version: string, files: readonly Described[]): Promise<void> {
  const name = `${version}/${manifestName}`;
  const present = await storage.find(name);
  const identify = ({ name: fileName, tool, brand, platform }: Described): string =>
    JSON.stringify([fileName, tool, brand, platform]);
  const described = new Map(
    [...(present ? await readManifest(storage, present) : []), ...files].map((file) => [identify(file), file]),
  );
  await withWorkFile(storage, async (file) => {
    await writeFile(file, JSON.stringify({ files: [...described.values()] }, null, 2));
    await storage.put(file, name, { replaces: true });
  });
}

async function readManifest(storage: Storage, file: StoredFile): Promise<Described[]> {
  const content = await text(await storage.read(file));
  try {
    return manifest.parse(JSON.parse(content)).files;
  } catch (cause) {
    throw new StartFault(`${storage.locate(file.name)} is no description of files.`, { cause });
  }
}

/** Reads the descriptions of all versions. */
async function readManifests(storage: Storage): Promise<{ version: string; files: Described[] }[]> {
  const manifests: { version: string; files: Described[] }[] = [];
  for (const file of await storage.list(2)) {
    const [version = '', name] = file.name.split('/');
    if (name === manifestName && versionPattern.test(version))
      manifests.push({ version, files: await readManifest(storage, file) });
  }
  return manifests;
}
