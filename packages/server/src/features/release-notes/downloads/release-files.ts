import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import type { Log } from '#server/platform/log.ts';

/**
 * The description of the files of a version, which the operator writes as `files.json` into the folder of the version after the files. A name is
 * never a path, and has an extension, by which a service worker distinguishes a file from a page.
 */
const manifest = z.strictObject({
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
export type ReleaseFile = z.infer<typeof manifest>['files'][number] & { version: string; bytes: number };

/** The files of the folder `FILES_DIR`: a folder for each version. */
export type ReleaseFiles = {
  root: string;
  /**
   * Lists the files that are whole. A file is hashed once after each change, one file after the other, and is listed when its hash is right. A
   * symbolic link is never followed.
   */
  list(): Promise<ReleaseFile[]>;
};

const versionPattern = /^\d[\w.+-]{0,79}$/;
const maxManifestBytes = 262_144;

export function createReleaseFiles(root: string, log: Log): ReleaseFiles {
  const hasRightHash = createHashCheck(log);
  const reported = new Set<string>();
  const report = (place: string, err: unknown): void => {
    if (!reported.has(place)) log.warn({ err, name: place }, 'files of a release cannot be read');
    reported.add(place);
  };
  const listVersion = async (version: string): Promise<ReleaseFile[]> => {
    const descriptionPath = join(root, version, 'files.json');
    const state = await lstat(descriptionPath).catch(() => null);
    if (!state?.isFile() || state.size > maxManifestBytes) return [];
    const description = manifest.safeParse(JSON.parse(await readFile(descriptionPath, 'utf8')));
    if (!description.success) throw description.error;
    const files = await Promise.all(
      description.data.files.map(async (file): Promise<ReleaseFile[]> => {
        const path = join(root, version, file.name);
        const fileState = await lstat(path).catch(() => null);
        if (!fileState?.isFile()) return [];
        const { size: bytes, mtimeMs } = fileState;
        return hasRightHash(path, { bytes, mtimeMs, sha256: file.sha256 }) ? [{ ...file, version, bytes }] : [];
      }),
    );
    return files.flat();
  };
  const listVersions = async (): Promise<ReleaseFile[]> => {
    const folders = await readdir(root, { withFileTypes: true }).catch((error: unknown) => {
      report(root, error);
      return [];
    });
    const versions = folders.filter((folder) => folder.isDirectory() && versionPattern.test(folder.name));
    const files = await Promise.all(
      versions.map(({ name }) =>
        listVersion(name).catch((error: unknown) => {
          report(join(root, name), error);
          return [];
        }),
      ),
    );
    return files.flat();
  };
  // Requests at the same time share one reading of the folder, because the feed is open to everybody.
  let reading: Promise<ReleaseFile[]> | undefined;
  return {
    root,
    list() {
      reading ??= listVersions().finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}

type FileState = { bytes: number; mtimeMs: number; sha256: string };
type HashCheck = { state: string; sha256: string; isRunning: boolean; isRight: boolean };

/**
 * Returns a function that says whether a file has its hash. It is false until the file was hashed in the background. A file that changes while
 * it waits, such as one that is still being copied, is hashed again after that, so that requests cannot make the server hash it many times.
 */
function createHashCheck(log: Log) {
  const checked = new Map<string, HashCheck>();
  let queue = Promise.resolve();
  return (path: string, { bytes, mtimeMs, sha256 }: FileState): boolean => {
    const state = `${bytes} ${mtimeMs}`;
    const key = `${sha256} ${path}`;
    const known = checked.get(key);
    if (known?.state === state) return known.isRight;
    if (known?.isRunning) return false;
    const check = { state, sha256, isRunning: true, isRight: false };
    checked.set(key, check);
    queue = hashAfter(queue, path, check);
    return false;
  };
  async function hashAfter(previous: Promise<void>, path: string, check: HashCheck): Promise<void> {
    await previous;
    try {
      const hash = createHash('sha256');
      await pipeline(createReadStream(path), hash);
      check.isRight = hash.digest('hex') === check.sha256;
      if (!check.isRight) log.warn({ name: path }, 'a file of a release has another hash than its description');
    } catch (error) {
      log.warn({ err: error, name: path }, 'a file of a release cannot be read');
    } finally {
      check.isRunning = false;
    }
  }
}
