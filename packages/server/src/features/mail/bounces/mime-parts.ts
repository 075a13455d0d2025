/** A part of a mail: its type in lower case, and its lines after the headers of the part. Folded lines are joined. */
type Part = { type: string; lines: readonly string[] };

/** The first value of each header, by the name of the header in lower case. */
type Headers = ReadonlyMap<string, string>;

/**
 * Reads the outermost parts of a mail (RFC 2046, 5.1), with or without the headers of the mail. A text without parts and without a type is
 * one part of the type `fallbackType`. Lines that begin with white space continue the line before them (RFC 5322, 2.2.3).
 */
export function readMimeParts(text: string, fallbackType: string): Part[] {
  const lines = text.replaceAll(/\r?\n[ \t]+(?=\S)/g, ' ').split(/\r?\n/);
  const boundary = findBoundary(lines);
  if (boundary === undefined)
    return [readHeaders(lines).has('content-type') ? toPart(lines) : { type: fallbackType, lines }];
  const sections: string[][] = [[]];
  for (const line of lines) {
    const trimmedLine = line.trimEnd();
    if (trimmedLine === `--${boundary}` || trimmedLine === `--${boundary}--`) sections.push([]);
    else sections.at(-1)?.push(line);
  }
  // The first section is left out: it contains the headers of the mail, and a text for old mail programs.
  return sections.slice(1).map((section) => toPart(section));
}

/** Reads the headers at the start of the lines, until the first empty line. Lines without a colon are ignored. */
export function readHeaders(lines: readonly string[]): Headers {
  const headers = new Map<string, string>();
  for (const line of lines.slice(0, findEmptyLineIndex(lines))) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name !== '' && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

/** Reads the headers of each block of lines. Empty lines separate the blocks. */
export function readHeaderBlocks(lines: readonly string[]): Headers[] {
  const blocks: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === '') blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks.map(readHeaders);
}

/** Finds the boundary between the parts: the boundary that the headers name, else the first line that looks like a boundary. */
function findBoundary(lines: readonly string[]): string | undefined {
  const [, declaredBoundary] = /;\s*boundary="?([^";]+)"?/i.exec(readHeaders(lines).get('content-type') ?? '') ?? [];
  return (
    declaredBoundary?.trim() ??
    lines
      .find((line) => /^--\S/.test(line))
      ?.trimEnd()
      .slice(2)
  );
}

function toPart(lines: readonly string[]): Part {
  const [type = ''] = (readHeaders(lines).get('content-type') ?? 'text/plain').split(';');
  return { type: type.trim().toLowerCase(), lines: lines.slice(findEmptyLineIndex(lines) + 1) };
}

/** Returns the index of the first empty line, or the number of lines if no line is empty. */
function findEmptyLineIndex(lines: readonly string[]): number {
  const index = lines.findIndex((line) => line.trim() === '');
  return index === -1 ? lines.length : index;
}
