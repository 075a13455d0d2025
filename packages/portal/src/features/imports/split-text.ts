import { largeImportLimits } from '@basics/contract/imports.ts';

/**
 * Splits a file into the parts in which it is sent. No part begins or ends with white space, because the texts of a
 * request are trimmed. No part ends within a character.
 */
export function splitText(text: string, maxLength: number = largeImportLimits.partCharacters): string[] {
  const parts: string[] = [];
  for (let partStart = 0; partStart < text.length;) {
    const to = findEnd(text, partStart, maxLength);
    parts.push(text.slice(partStart, to));
    partStart = to;
  }
  return parts;
}

/** Matches the two UTF-16 code units around a position where a text can be split. A surrogate pair (a character above U+FFFF) is not split. */
const splitPosition = /^\S[^\s\uDC00-\uDFFF]$/;

function findEnd(text: string, partStart: number, maxLength: number): number {
  if (text.length - partStart <= maxLength) return text.length;
  for (let end = partStart + maxLength; end > partStart; end -= 1)
    if (splitPosition.test(text.slice(end - 1, end + 1))) return end;
  return partStart + maxLength;
}
