import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import type { Log } from '#server/platform/log.ts';
import { seconds } from '#server/platform/clock/clock.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import {
  isBucket,
  type BucketAccess,
  type Part,
  type Storage,
  type StoredFile,
} from '#server/platform/storage/storage.ts';

/**
 * The description of the files of a version, which the operator writes as `files.json` into the folder of the version after the files. A name is
 * never a path, and has an extension, by which a service worker distinguishes a file from a page.
 */
export const manifest = z.strictObject({
  files: z.array(
    z.strictObject({
      name: z.string().check(z.maxLength(120), z.regex(/^[A-Za-z\d][\w+-]*(?:\.[\w+-]+)+$/)),
      tool: z.string().check(z.minLength(1), z.maxLength(80)),
      brand: z._default(z.nullable(z.string()), null),
      platform: z.string().check(z.minLength(1), z.maxLength(80)),
      sha256: z.string().check(z.regex(/^[\da-f]{64}$/)),
      /** Whether everybody may download the file, and not only those who may use the tool. */
      forEverybody: z._default(z.boolean(), false),
    }),
  ),
});

/** A file of a version whose bytes have the hash in the description. */
export type ReleaseFile = z.infer<typeof manifest>['files'][number] & {
  version: string;
  bytes: number;
  stored: StoredFile;
};

/** The files of release notes in a folder or a bucket, which has a folder for each version. */
export type ReleaseFiles = {
  /** Lists the files that are whole. A file is hashed once after each change, one file after the other, and is listed when its hash is right. */
  list: () => Promise<ReleaseFile[]>;
  /** Reads a file, or a part of it. Throws StorageFault if the storage gives no answer, or the file has changed. */
  read: (file: ReleaseFile, part?: Part) => Promise<Readable>;
};

export const versionPattern = /^\d[\w.+-]{0,79}$/;
const maxManifestBytes = 262_144;
export const manifestName = 'files.json';

/** How long a list of a bucket is used: each reading costs time and money, and the feed is open to everybody. */
const bucketListMs = seconds(10);

type ReleaseFilesInput = { filesPlace?: string | null; bucketAccess?: BucketAccess | null; dataDir: string; log: Log };

/** Opens the place of the files of release notes; null if there is none. */
export async function openReleaseFiles(input: ReleaseFilesInput): Promise<ReleaseFiles | null> {
  const { filesPlace = null, bucketAccess: access = null, dataDir: workFolder, log } = input;
  if (filesPlace === null) return null;
  const storage = await openStorage(filesPlace, { access, workFolder });
  return createReleaseFiles(storage, log, isBucket(filesPlace) ? bucketListMs : 0);
}

function createReleaseFiles(storage: Storage, log: Log, listMs: number): ReleaseFiles {
  let readAt = -Infinity;
  const hasRightHash = createHashCheck(storage, log, () => {
    readAt = -Infinity;
  });
  const readManifest = createManifestReader(storage);
  const reported = new Set<string>();
  const report = (name: string, err: unknown): void => {
    if (!reported.has(name)) log.warn({ err, name }, 'files of a release cannot be read');
    reported.add(name);
  };
  async function listFiles(): Promise<ReleaseFile[]> {
    const stored = new Map((await storage.list(2)).map((file) => [file.name, file]));
    const listVersion = async (version: string, description: StoredFile): Promise<ReleaseFile[]> =>
      (await readManifest(description)).flatMap((file) => {
        const content = stored.get(`${version}/${file.name}`);
        if (!content || !hasRightHash(content, file.sha256)) return [];
        return [{ ...file, version, bytes: content.bytes, stored: content }];
      });
    const lists = [...stored.values()].map(async (file) => {
      const [version = '', name, ...rest] = file.name.split('/');
      if (name !== manifestName || rest.length > 0 || !versionPattern.test(version)) return [];
      if (file.bytes > maxManifestBytes) return [];
      return listVersion(version, file).catch((error: unknown) => {
        report(storage.locate(file.name), error);
        return [];
      });
    });
    return (await Promise.all(lists)).flat();
  }
  // Requests at the same time share one reading. If the storage does not answer, the last list is used further.
  let last: ReleaseFile[] = [];
  let reading: Promise<ReleaseFile[]> | undefined;
  async function refresh(): Promise<ReleaseFile[]> {
    readAt = performance.now();
    try {
      last = await listFiles();
      reported.delete(storage.place);
    } catch (error) {
      report(storage.place, error);
    }
    reading = undefined;
    return last;
  }
  return {
    async list() {
      if (performance.now() - readAt < listMs) return last;
      reading ??= refresh();
      return reading;
    },
    read: ({ stored }, part) => storage.read(stored, part),
  };
}

/** Returns a function that reads the description of a version, once after each change. Throws an error for a text that is none. */
function createManifestReader(storage: Storage) {
  const known = new Map<string, { state: string; files: z.infer<typeof manifest>['files'] }>();
  return async (description: StoredFile): Promise<z.infer<typeof manifest>['files']> => {
    const found = known.get(description.name);
    if (found?.state === description.version) return found.files;
    const { files } = manifest.parse(JSON.parse(await text(await storage.read(description))));
    known.set(description.name, { state: description.version, files });
    return files;
  };
}

type HashCheck = { state: string; isRunning: boolean; isRight: boolean };

/**
 * Returns a function that says whether a file has its hash. It is false until the file was hashed in the background. A file that changes while
 * it waits, such as one that is still being copied, is hashed again after that, so that requests cannot make the server hash it many times.
 * Calls `onChecked` after each file.
 */
function createHashCheck(storage: Storage, log: Log, onChecked: () => void) {
  const checked = new Map<string, HashCheck>();
  let queue = Promise.resolve();
  return (file: StoredFile, sha256: string): boolean => {
    const key = `${sha256} ${file.name}`;
    const known = checked.get(key);
    if (known?.state === file.version) return known.isRight;
    if (known?.isRunning) return false;
    const check = { state: file.version, isRunning: true, isRight: false };
    checked.set(key, check);
    queue = hashAfter(queue, { file, sha256, check });
    return false;
  };
  async function hashAfter(
    previous: Promise<void>,
    { file, sha256, check }: { file: StoredFile; sha256: string; check: HashCheck },
  ): Promise<void> {
    await previous;
    const name = storage.locate(file.name);
    try {
      const hash = createHash('sha256');
      await pipeline(await storage.read(file), hash);
      check.isRight = hash.digest('hex') === sha256;
      if (!check.isRight) log.warn({ name }, 'a file of a release has another hash than its description');
    } catch (error) {
      // The next list tries again.
      checked.delete(`${sha256} ${file.name}`);
      log.warn({ err: error, name }, 'a file of a release cannot be read');
    } finally {
      check.isRunning = false;
      onChecked();
    }
  }
}
