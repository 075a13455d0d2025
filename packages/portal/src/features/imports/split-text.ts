import { largeImportLimits } from '@basics/contract/imports.ts';

/**
 * The parts in which a file is sent. No part begins or ends with white space, because the texts of a request are trimmed, or with half of a
 * character.
 */
export function splitText(text: string, most: number = largeImportLimits.partCharacters): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = findEnd(text, from, most);
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

/** The two code units around a place where a text can be split. The second half of a character beyond U+FFFF stays with the first. */
const split = /^\S[^\s\uDC00-\uDFFF]$/;

function findEnd(text: string, from: number, most: number): number {
  if (text.length - from <= most) return text.length;
  for (let end = from + most; end > from; end -= 1) if (split.test(text.slice(end - 1, end + 1))) return end;
  return from + most;
}
