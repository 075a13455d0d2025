import { constants, type Stats } from 'node:fs';
import { access, lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { publishFile, replaceFile } from './durable-file.ts';
import { requireName, StorageFault, type Storage, type StoredFile } from './storage.ts';

export function createFolderStorage(place: string): Storage {
  const locate = (name: string): string => join(place, requireName(name));

  async function find(name: string): Promise<StoredFile | null> {
    const stats = await lstat(locate(name)).catch(refuseAllButMissing);
    return stats?.isFile() ? describe(name, stats) : null;
  }

  /** Lists the files of the folder of the storage, or of a folder in it. */
  async function listFolder(folder: string, levels: number): Promise<StoredFile[]> {
    const entries = await readdir(join(place, folder), { withFileTypes: true });
    const names = entries.filter(({ name }) => /^[A-Za-z\d_][\w.+-]*$/.test(name));
    const found = await Promise.all(
      names.map(async (entry) => {
        const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) return levels > 1 ? listFolder(name, levels - 1) : [];
        return entry.isFile() ? [await find(name)] : [];
      }),
    );
    return found.flat().filter((file) => file !== null);
  }

  return {
    place,
    workFolder: place,
    locate,
    list: (levels) => listFolder('', levels),
    find,
    async read(file, part) {
      const path = locate(file.name);
      const gone = new StorageFault(`${path} has changed, or is gone.`);
      // Windows has no O_NOFOLLOW.
      const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(refuseAllButMissing);
      if (handle === null) throw gone;
      const { version } = describe(file.name, await handle.stat());
      if (version === file.version) return handle.createReadStream(part && { start: part.first, end: part.last });
      await handle.close();
      throw gone;
    },
    async put(file, name, { replaces = false } = {}) {
      await mkdir(dirname(locate(name)), { recursive: true });
      await (replaces ? replaceFile : publishFile)(file, locate(name));
    },
    remove: (name) => rm(locate(name), { force: true }),
    async check() {
      try {
        await access(place, constants.R_OK | constants.X_OK);
      } catch (cause) {
        throw new StorageFault(`${place} cannot be read. Create this folder, or check its permissions.`, { cause });
      }
    },
  };
}

const describe = (name: string, { size, mtimeMs, ino }: Stats): StoredFile => ({
  name,
  bytes: size,
  version: `${size} ${mtimeMs} ${ino}`,
});

function refuseAllButMissing(error: unknown): null {
  // ELOOP: the file is a symbolic link.
  if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(String(error.code)))
    return null;
  throw error;
}
