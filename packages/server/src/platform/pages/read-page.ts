import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFault } from '#server/platform/start-fault.ts';

/**
 * Reads a file that the build of the portal has written into the folder `root`. If the file is missing, it throws a
 * StartFault that names the build command.
 */
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
