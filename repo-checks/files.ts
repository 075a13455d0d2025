import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../scripts/root.mjs';

const notOurs = new Set(['.git', 'node_modules', 'dist', 'data', '.cache', 'test-results']);

/** Every file of the repository that people wrote, as its path from the root, with forward slashes. */
export function files(folder = ''): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const inner = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : files(inner);
    return entry.name === '.env' ? [] : [inner];
  });
}

/** The text of a file, by its path from the root. */
export const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** The TypeScript and JavaScript among the files. */
export const sources = (): string[] => files().filter((file) => /\.(ts|tsx|mjs|js)$/.test(file));

/** What is in one folder that is itself a folder, by name. */
export const foldersIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
