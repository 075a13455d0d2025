/**
 * Matches line breaks and control characters, which an attacker needs to add a header, and invisible characters that
 * change the direction of writing.
 */
const invisibleCharacters = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\uFEFF]+/gu;

/** Converts a text that a user typed to one line without invisible characters, for names, subjects and addresses. */
export const toPlainLine = (text: string): string => text.replaceAll(invisibleCharacters, ' ').trim();

/** Returns the name of a PC as one line, or words for a PC without a name. */
export const toPcName = (machineName: string): string => toPlainLine(machineName) || 'a PC without a name';

/** Removes invisible characters from a text that a user typed and that may have several lines. */
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
