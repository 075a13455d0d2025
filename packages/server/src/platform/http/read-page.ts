import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFault } from '#server/platform/start-fault.ts';

/** Reads a built page in this folder. Throws StartFault with the build command if it is missing. */
export async function readPage(root: string, name = 'index.html'): Promise<string> {
  const file = join(root, name);
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new StartFault(`The portal's pages are not built: ${file} is missing. Run npm start, which builds them.`, {
      cause,
    });
  }
}
