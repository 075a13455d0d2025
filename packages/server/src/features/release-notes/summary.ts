/** The maximum number of characters of a summary. */
const maxSummaryLength = 300;

/**
 * Converts the beginning of a Markdown text to one line without markup, which a feed reader shows next to the title. Links and pictures are
 * reduced to their text. HTML stays text, as on the page of the release notes.
 */
export function summarise(markdown: string): string {
  const lines = markdown.split(/\r?\n/).filter((line) => !isOnlyMarkup(line));
  return shorten(lines.map(toPlainLine).join(' ').replaceAll(/\s+/g, ' ').trim());
}

/** Returns whether a line has no content: a rule, the underline of a heading, a code fence or a link definition. */
const isOnlyMarkup = (line: string): boolean =>
  /^[ \t]*(?:(?:[-*_][ \t]*){3,}|[=-]+[ \t]*|(?:`{3,}|~{3,})[^`]*|\[[^\]]+\]:.*)$/.test(line);

const toPlainLine = (line: string): string =>
  removeMarkup(line.replace(/^[ \t]*(?:>[ \t]*)*(?:#{1,6}[ \t]+)?/, '').replace(/^(?:[*+-]|\d{1,9}[.)])[ \t]+/, '• '));

/**
 * Removes the markup of a line: first links and pictures, then emphasis and code marks, then backslashes. The pattern checks underscores
 * inside a word only from the first underscore, so that a long line takes linear time.
 */
const removeMarkup = (line: string): string =>
  line
    .replaceAll(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replaceAll(/<(https?:[^\s<>]+)>/g, '$1')
    .replaceAll(/(?<!\\)`+/g, '')
    .replaceAll(/(?<!\\)(?:\*+(?=\S)|(?<=\S)\*+|(?<!\w)_+(?=\S)|(?<=\S)(?<!\w_)_+(?!\w))/g, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');

function shorten(text: string): string {
  if (text.length <= maxSummaryLength) return text;
  // If the cut splits a surrogate pair, the first half is removed.
  const truncatedText = text.slice(0, maxSummaryLength).replace(/\p{Cs}$/u, '');
  const lastSpaceIndex = truncatedText.lastIndexOf(' ');
  return `${lastSpaceIndex === -1 ? truncatedText : truncatedText.slice(0, lastSpaceIndex).replace(/[\s,;:•]+$/, '')}…`;
}
