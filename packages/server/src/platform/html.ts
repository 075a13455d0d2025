/** Text in which every character that means something in HTML stands for itself, in an attribute as well. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);

/** A piece of HTML that is made of escaped parts. */
export type Html = { html: string };

type Part = string | number | Html | readonly Html[];

/** HTML as a template: what is put in is escaped, unless it is HTML itself. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: texts.map((text, at) => text + htmlOf(parts[at] ?? '')).join(''),
});

function htmlOf(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'html' in part ? part.html : part.map((each) => each.html).join('\n');
}
