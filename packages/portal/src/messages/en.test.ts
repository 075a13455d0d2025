import { expect, test } from 'vitest';
import { en } from './en.ts';

/** Every text of the catalogue with its path; functions are filled with a plain word. */
function textsIn(part: unknown, path: string): [string, string][] {
  if (typeof part === 'string') return [[path, part]];
  if (typeof part === 'function') return [[path, String(part('x', 'y', 'z'))]];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => textsIn(value, `${path}.${key}`));
}

const texts = textsIn(en, 'en');

test.each(texts)('%s is written with care: %s', (_, text) => {
  expect(text).toBe(text.trim());
  expect(text).not.toBe('');
  expect(text).not.toMatch(/ {2}|undefined|NaN|\[object|!$/);
});

/** Words that the specification fixes as they are. */
const fixed = /^(Failed to fetch Licenses|Download license error|License code copy error)$/;

test.each(texts.filter(([, text]) => !fixed.test(text)))('%s is British English: %s', (_, text) => {
  expect(text).not.toMatch(/\b(color|canceled|catalog|licenses)\b/i);
});
