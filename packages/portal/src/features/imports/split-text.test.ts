import { expect, test } from 'vitest';
import { splitText } from './large-imports.queries.ts';

test('a file is split neither at white space nor inside a character, and its parts together are the file', () => {
  const text = 'login,phone\r\na@x.example,\t 1\r\nb😀😀😀😀,"two\n\n\nlines"';
  for (let maxLength = 9; maxLength < text.length; maxLength += 1) {
    const parts = splitText(text, maxLength);
    expect(parts.join('')).toBe(text);
    expect(parts.map((part) => part.trim())).toEqual(parts);
    expect(parts.filter((part) => part.length > maxLength || !part.isWellFormed())).toEqual([]);
  }
  expect(splitText('short', 10)).toEqual(['short']);
});
