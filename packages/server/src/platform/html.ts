/** Escapes every character with a meaning in HTML, in text and in attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);

/** HTML in which every inserted text is escaped. */
export type Html = { html: string };

type Part = string | number | Html | readonly Html[];

/** An HTML template: inserted values are escaped, unless they are HTML themselves. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: texts.map((text, at) => text + toHtml(parts[at] ?? '')).join(''),
});

function toHtml(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'html' in part ? part.html : part.map((innerHtml) => innerHtml.html).join('\n');
}
