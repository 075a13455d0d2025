import type { Brand } from '@basics/contract/portal-setup.ts';
import type { PublicText } from '@basics/contract/public-text.ts';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readPage } from './read-page.ts';

/** Reads the text of a public page for a brand; null if there is nothing to show. The key is the route of the page. */
export type TextSources = ReadonlyMap<string, (brand: Brand) => Promise<PublicText | null>>;

/** The number of rendered texts that are cached. */
const maxCachedTexts = 100;

/** The module that the build of the portal writes. It renders Markdown with the components of the portal, so there is no second renderer. */
const rendererFile = '.vite/first-texts.mjs';
type Renderer = { renderFirstText: (text: PublicText) => string };

/**
 * Returns a function that reads and renders the text of a route. The text is read for each page, so that a change shows at once, also one by
 * another portal. It is rendered once: the cache knows the HTML by all that is rendered.
 */
export async function createFirstTexts(
  root: string,
  sources: TextSources,
): Promise<(route: string | null, brand: Brand | undefined) => Promise<string | null>> {
  await readPage(root, rendererFile); // Throws StartFault if the file is missing.
  let renderer: Promise<Renderer> | undefined;
  const renderedTexts = new Map<string, string>();

  return async (route, brand) => {
    const readText = route === null ? undefined : sources.get(route);
    const text = readText && brand ? await readText(brand) : null;
    if (text === null) return null;
    const key = createHash('sha256').update(JSON.stringify(text)).digest('base64');
    const renderedText = renderedTexts.get(key);
    if (renderedText !== undefined) return renderedText;
    // React needs 10 MB of memory, so it is loaded when the first text is rendered.
    renderer ??= loadRenderer(root);
    const { renderFirstText } = await renderer;
    const html = renderFirstText(text);
    if (renderedTexts.size >= maxCachedTexts) renderedTexts.clear();
    renderedTexts.set(key, html);
    return html;
  };
}

const loadRenderer = (root: string): Promise<Renderer> => import(pathToFileURL(resolve(root, rendererFile)).href);
