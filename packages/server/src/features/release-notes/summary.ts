/** The most characters of a summary. */
const most = 300;

/**
 * The beginning of a Markdown text without its marks, in one line: what a reader of feeds shows beside the title. Links and pictures
 * leave their words alone; HTML stays the text that it is on the page as well.
 */
export function summaryOf(markdown: string): string {
  const lines = markdown.split(/\r?\n/).filter((line) => !isMark(line));
  return shortened(lines.map(lineWords).join(' ').replaceAll(/\s+/g, ' ').trim());
}

/** Lines that say nothing: rules, the line below a heading, fences of code, where a reference leads. */
const isMark = (line: string): boolean =>
  /^[ \t]*(?:(?:[-*_][ \t]*){3,}|[=-]+[ \t]*|(?:`{3,}|~{3,})[^`]*|\[[^\]]+\]:.*)$/.test(line);

const lineWords = (line: string): string =>
  plain(line.replace(/^[ \t]*(?:>[ \t]*)*(?:#{1,6}[ \t]+)?/, '').replace(/^(?:[*+-]|\d{1,9}[.)])[ \t]+/, '• '));

/**
 * The words of a line: those of links and pictures, then without the marks of emphasis and code, then what was escaped. Underscores inside
 * a word are looked at from their first one alone: whoever asks for the feed waits for every line.
 */
const plain = (line: string): string =>
  line
    .replaceAll(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replaceAll(/<(https?:[^\s<>]+)>/g, '$1')
    .replaceAll(/(?<!\\)`+/g, '')
    .replaceAll(/(?<!\\)(?:\*+(?=\S)|(?<=\S)\*+|(?<!\w)_+(?=\S)|(?<=\S)(?<!\w_)_+(?!\w))/g, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');

function shortened(text: string): string {
  if (text.length <= most) return text;
  // Without half a letter at its end.
  const cut = text.slice(0, most).replace(/\p{Cs}$/u, '');
  const end = cut.lastIndexOf(' ');
  return `${end === -1 ? cut : cut.slice(0, end).replace(/[\s,;:•]+$/, '')}…`;
}
