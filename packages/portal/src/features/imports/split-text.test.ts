import { expect, test } from 'vitest';
import { splitText } from './split-text.ts';

test('a file is split where neither side is white space or half of a character, and its parts are the file', () => {
  const text = 'login,phone\r\na@x.example,\t 1\r\nb😀😀😀😀,"two\n\n\nlines"';
  for (let most = 9; most < text.length; most += 1) {
    const parts = splitText(text, most);
    expect(parts.join('')).toBe(text);
    expect(parts.map((part) => part.trim())).toEqual(parts);
    expect(parts.filter((part) => part.length > most || !part.isWellFormed())).toEqual([]);
  }
  expect(splitText('short', 10)).toEqual(['short']);
});
