/** Line breaks and control characters (a header injection needs one), and marks that change the direction of writing. */
const invisibleCharacters = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\uFEFF]+/gu;

/** Text from a user as one line, for names, subjects and addresses. */
export const toPlainLine = (text: string): string => text.replaceAll(invisibleCharacters, ' ').trim();

/** Text from a user that may have several lines. */
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

/** Text as HTML, for elements and quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
