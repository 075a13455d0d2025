import * as z from 'zod/mini';
import { limits } from '../calls/limits.ts';

/**
 * A path of the portal. The path never leads to another origin, even if it is resolved or decoded several times. The path begins with
 * exactly one slash. Before its query, the path contains no empty segment, no segment that consists of dots, and no encoded slash.
 */
export const portalPath = z
  .string()
  .check(
    z.maxLength(limits.text.path, { abort: true }),
    z.regex(/^\/(?![^?#]*(?:\/\/|%2f|%5c|\/(?:\.|%2e){1,2}(?:[/?#]|$)))(?!\/)[^\\\s\p{Cc}]*$/iu),
  );
