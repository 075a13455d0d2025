import { createRequire } from 'node:module';

const name = 'decode-named-character-reference';

/**
 * Markdown's parser has a list of what `&copy;` and the like stand for; its build for browsers asks the browser instead, by
 * `innerHTML`, which our policy (Trusted Types) refuses. So we take the list, as everywhere but in browsers.
 */
export const entitiesWithoutHtml = { [name]: createRequire(import.meta.url).resolve(name) };
