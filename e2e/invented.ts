/** The id of the invented language: English between brackets, with the dates, numbers and plurals of German. */
export const inventedId = 'xx';
export const inventedLocale = 'de-DE';

const addBrackets = (text: string): string => (text.trim() === '' || text.startsWith('/') ? text : `⟦${text}⟧`);

/**
 * Returns the given texts, each between brackets. A function is replaced by a function whose text is between brackets.
 * Paths of links are not changed.
 */
export function inventTexts<Texts>(texts: Texts): Texts;
export function inventTexts(texts: unknown): unknown {
  if (typeof texts === 'string') return addBrackets(texts);
  if (typeof texts === 'function') return (...parameters: unknown[]) => inventTexts(texts(...parameters));
  if (Array.isArray(texts)) return texts.map((entry) => inventTexts(entry));
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, inventTexts(text)]));
}
