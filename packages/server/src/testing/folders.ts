import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder for one test, removed after it. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'basics-folder-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
