import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates an empty folder for one test, which is removed after the test. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'basics-folder-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
