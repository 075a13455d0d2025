/** Returns a Markdown table, whose heading is the first line. */
export const formatTable = ([heading = [], ...lines]: readonly (readonly string[])[]): string =>
  [heading, heading.map((_, at) => (at === 0 ? '---' : '--:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
