import type { Brand } from '@basics/contract/brands/portal-setup.ts';
import type { PublicText } from '@basics/contract/legal/legal.ts';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log } from '#server/platform/log.ts';
import { readPage } from '../files.ts';

/**
 * Functions that read the text of a public page for a brand, or null if there is nothing to show. The key of the map is the route of the
 * page.
 */
export type TextSources = ReadonlyMap<string, (brand: Brand) => Promise<PublicText | null>>;

/** The maximum number of rendered texts in the cache. */
const maxCachedTexts = 100;

/**
 * The maximum number of `structureCharacters` in a text that the server renders. Rendering blocks all other requests, and its time grows
 * with the square of the number of these characters: a text with 20,000 of them took 10 s, a text with 1,000 at most 0.15 s. Real texts
 * have a few hundred of these characters.
 */
const maxStructureCharacters = 1000;

/** Matches the characters that make the structure of Markdown: ends of lines, and markers inside and at the start of lines. */
const structureCharacters = /[\n\r\t!#&*+<=>[\\\]_`|~-]|\d[.)]/g;

/**
 * The file with the module that renders texts. The build of the portal writes it. The module renders Markdown with the components of the
 * portal, so that server and browser use the same renderer.
 */
const rendererFile = '.vite/first-texts.mjs';
type Renderer = { renderFirstText: (text: PublicText) => string };

/**
 * Returns a function that reads and renders the text of a route. The text is read again for each page, so that every change is visible at
 * once, also a change by another process. Each text is rendered only once, because rendered texts are cached by a hash of the text. The
 * function returns null if the text cannot be read or rendered; then the scripts of the page fetch the text.
 */
export async function createPublicTextReader(
  root: string,
  sources: TextSources,
  log: Log,
): Promise<(route: string | null, brand: Brand | undefined) => Promise<string | null>> {
  await readPage(root, rendererFile); // Throws StartFault if the file is missing.
  const renderText = createTextRenderer(root, log);

  return async (route, brand) => {
    const readText = route === null ? undefined : sources.get(route);
    if (!readText || !brand) return null;
    try {
      const text = await readText(brand);
      return text && (await renderText(text));
    } catch (error) {
      log.warn({ err: error }, 'the text of a page could not be read, so the page is sent without the text');
      return null;
    }
  };
}

/** Returns a function that renders each text once, also when several requests need it at the same time. The function never throws. */
function createTextRenderer(root: string, log: Log): (text: PublicText) => Promise<string | null> {
  let renderer: Promise<Renderer> | undefined;
  const renderedTexts = new Map<string, Promise<string | null>>();

  async function render(text: PublicText): Promise<string | null> {
    if (countStructureCharacters(text) > maxStructureCharacters) return null;
    try {
      // React needs 10 MB of memory, so it is loaded when the first text is rendered.
      renderer ??= loadRenderer();
      const { renderFirstText } = await renderer;
      return renderFirstText(text);
    } catch (error) {
      log.warn({ err: error }, 'the text of a page could not be rendered, so the page is sent without the text');
      return null;
    }
  }

  async function loadRenderer(): Promise<Renderer> {
    try {
      return await import(pathToFileURL(resolve(root, rendererFile)).href);
    } catch (error) {
      // The failed import is not cached, so that the server imports the renderer again for the next page.
      renderer = undefined;
      renderedTexts.clear();
      throw error;
    }
  }

  return (text) => {
    const key = createHash('sha256').update(JSON.stringify(text)).digest('base64');
    const cachedText = renderedTexts.get(key);
    if (cachedText !== undefined) return cachedText;
    if (renderedTexts.size >= maxCachedTexts) renderedTexts.clear();
    const renderedText = render(text);
    renderedTexts.set(key, renderedText);
    return renderedText;
  };
}

const countStructureCharacters = (text: PublicText): number =>
  (text.kind === 'legal' ? [text.text] : text.notes.map(({ description }) => description))
    .map((markdown) => markdown.match(structureCharacters)?.length ?? 0)
    .reduce((sum, count) => sum + count, 0);
