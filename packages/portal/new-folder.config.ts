import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Runs a step of the build with a new folder for its modules, and removes the folder. Builds in two languages may run
 * at once, so they must not share a folder. The folder is inside the package, because its modules import libraries.
 */
export async function withNewFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const cache = path.join(import.meta.dirname, '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(path.join(cache, 'step-'));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
