import { createHash } from 'node:crypto';
import path from 'node:path';

/**
 * Creates the name of a CSS class from its name in the source and a hash of its file. The names are shorter than those
 * of Vite, which also contain a line number, because every page downloads them. The prerendered pages and the style
 * sheet must have the same names.
 */
export const classNames = {
  generateScopedName(className: string, file: string): string {
    const fileHash = createHash('sha256').update(path.relative(import.meta.dirname, file));
    return `${className}_${fileHash.digest('base64url').slice(0, 4)}`;
  },
};
