import { createHash } from 'node:crypto';
import path from 'node:path';

/**
 * Names a class after its file, without the line that Vite adds to it, because every page downloads these names. The prerendered pages and the
 * style sheet must have the same names.
 */
export const classNames = {
  generateScopedName(className: string, file: string): string {
    const fileHash = createHash('sha256').update(path.relative(import.meta.dirname, file));
    return `${className}_${fileHash.digest('base64url').slice(0, 4)}`;
  },
};
