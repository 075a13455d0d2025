import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../scripts/root.mjs';

const generatedFolders = new Set(['.git', 'node_modules', 'dist', 'release', 'data', '.cache', 'test-results']);

/**
 * Lists the files of the repository that are not generated. The paths are relative to the root, with forward slashes.
 */
export function listFiles(folder = ''): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const innerPath = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return generatedFolders.has(entry.name) ? [] : listFiles(innerPath);
    return entry.name === '.env' ? [] : [innerPath];
  });
}

/** Reads a file. The path is relative to the root of the repository. */
export const readText = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Lists the TypeScript and JavaScript files of the repository. */
export const listSources = (): string[] => listFiles().filter((file) => /\.(ts|tsx|mjs|js)$/.test(file));

/** Lists the names of the folders in one folder. */
export const listFolders = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
