import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The content id (RFC 2392) of the mark of the brand, which each e-mail has as an attached picture. */
export const brandMarkId = 'brand-mark';

/** The width and height of the mark in pixels: e-mails show it at 32, and a screen with small pixels needs more. */
const markSize = 80;

const marks = new Map<string, Promise<Buffer>>();

/**
 * Draws the mark of a brand as a PNG picture, because Gmail and Outlook show no SVG. Each mark is drawn once. The SVG is one that the portal has
 * accepted (`accept-svg.ts`), so it has only shapes and loads nothing.
 */
export function drawBrandMark(svg: string): Promise<Buffer> {
  const mark = marks.get(svg) ?? drawMark(svg);
  marks.set(svg, mark);
  return mark;
}

async function drawMark(svg: string): Promise<Buffer> {
  const { Resvg } = await loadRenderer();
  const picture = new Resvg(svg, { fitTo: { mode: 'width', value: markSize } });
  try {
    return Buffer.from(picture.render().asPng());
  } finally {
    picture.free();
  }
}

let renderer: ReturnType<typeof startRenderer> | undefined;

/** Loads the renderer when the first e-mail is sent, because many portals have no mail server. */
const loadRenderer = () => (renderer ??= startRenderer());

async function startRenderer() {
  const resvg = await import('@resvg/resvg-wasm');
  const require = createRequire(import.meta.url);
  await resvg.initWasm(await readFile(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  return resvg;
}
