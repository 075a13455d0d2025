/** Matches line breaks and control characters, which a header injection needs, and marks that change the direction of writing. */
const invisibleCharacters = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\uFEFF]+/gu;

/** Converts a text from a user to one line, for names, subjects and addresses. */
export const toPlainLine = (text: string): string => text.replaceAll(invisibleCharacters, ' ').trim();

/** Removes invisible characters from a text of a user that may have several lines. */
export const toPlainLines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map(toPlainLine)
    .join('\n')
    .trim();

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML elements and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
