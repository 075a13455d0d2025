/** Escapes every character that has a special meaning in the text and the attributes of HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);

/** HTML in which every inserted text is escaped. */
export type Html = { html: string };

type Part = string | number | Html | readonly Html[];

/** An HTML template: inserted values are escaped, unless they are HTML themselves. */
export const html = (texts: TemplateStringsArray, ...insertedValues: readonly Part[]): Html => ({
  html: texts.map((text, at) => text + toHtml(insertedValues[at] ?? '')).join(''),
});

function toHtml(insertedValue: Part): string {
  if (typeof insertedValue === 'string' || typeof insertedValue === 'number') return escapeHtml(String(insertedValue));
  return 'html' in insertedValue ? insertedValue.html : insertedValue.map((innerHtml) => innerHtml.html).join('\n');
}
