import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * Writes files into a temporary folder, which is removed when the test ends, and returns the path of the folder. The
 * keys of `files` are paths, the values are texts.
 */
export function plantTree(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'basics-portal-planted-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}
