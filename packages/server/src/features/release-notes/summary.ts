/** The maximum number of characters of a summary. */
const maxLength = 300;

/**
 * The beginning of a Markdown text without markup, in one line: the text that a feed reader shows next to the title. Links and pictures keep
 * only their words; HTML stays text, as on the page.
 */
export function summarise(markdown: string): string {
  const lines = markdown.split(/\r?\n/).filter((line) => !isMarkup(line));
  return shorten(lines.map(readLine).join(' ').replaceAll(/\s+/g, ' ').trim());
}

/** Lines without content: rules, heading underlines, code fences, link definitions. */
const isMarkup = (line: string): boolean =>
  /^[ \t]*(?:(?:[-*_][ \t]*){3,}|[=-]+[ \t]*|(?:`{3,}|~{3,})[^`]*|\[[^\]]+\]:.*)$/.test(line);

const readLine = (line: string): string =>
  removeMarkup(line.replace(/^[ \t]*(?:>[ \t]*)*(?:#{1,6}[ \t]+)?/, '').replace(/^(?:[*+-]|\d{1,9}[.)])[ \t]+/, '• '));

/**
 * The words of a line: first of links and pictures, then without emphasis and code marks, then unescaped. The pattern checks underscores
 * inside a word only from the first one, so that a long line takes linear time.
 */
const removeMarkup = (line: string): string =>
  line
    .replaceAll(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replaceAll(/<(https?:[^\s<>]+)>/g, '$1')
    .replaceAll(/(?<!\\)`+/g, '')
    .replaceAll(/(?<!\\)(?:\*+(?=\S)|(?<=\S)\*+|(?<!\w)_+(?=\S)|(?<=\S)(?<!\w_)_+(?!\w))/g, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');

function shorten(text: string): string {
  if (text.length <= maxLength) return text;
  // Does not cut a surrogate pair in two.
  const cut = text.slice(0, maxLength).replace(/\p{Cs}$/u, '');
  const end = cut.lastIndexOf(' ');
  return `${end === -1 ? cut : cut.slice(0, end).replace(/[\s,;:•]+$/, '')}…`;
}
