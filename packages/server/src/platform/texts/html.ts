/** Escapes every character that has a special meaning in the text and the attributes of HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);

/** HTML in which every inserted text is escaped. */
export type Html = { html: string };

type InsertedValue = string | number | Html | readonly Html[];

/** A tag for HTML templates: it escapes every inserted text, but not inserted `Html`. */
export const html = (texts: TemplateStringsArray, ...insertedValues: readonly InsertedValue[]): Html => ({
  html: texts.map((text, at) => text + toHtml(insertedValues[at] ?? '')).join(''),
});

function toHtml(insertedValue: InsertedValue): string {
  if (typeof insertedValue === 'string' || typeof insertedValue === 'number') return escapeHtml(String(insertedValue));
  return 'html' in insertedValue ? insertedValue.html : insertedValue.map((innerHtml) => innerHtml.html).join('\n');
}
