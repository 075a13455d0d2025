import { createRequire } from 'node:module';

const name = 'decode-named-character-reference';

/**
 * The Markdown parser has two ways to decode HTML entities such as `&copy;`: a list, and for browsers `innerHTML`,
 * which our Content-Security-Policy (Trusted Types) refuses. The build for browsers therefore also uses the list of
 * entities.
 */
export const entitiesWithoutHtml = { [name]: createRequire(import.meta.url).resolve(name) };
