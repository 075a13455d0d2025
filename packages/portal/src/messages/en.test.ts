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

/** Words that the specification fixes as they are. */
const fixed = /^(Failed to fetch Licenses|Download license error|License code copy error)$/;

test('every text is written with care', () => {
  const careless = texts.filter(([, text]) => text !== text.trim() || /^$| {2}|undefined|NaN|\[object|!$/.test(text));
  expect(careless).toEqual([]);
});

test('every text is British English, but for the words that the specification fixes', () => {
  const american = texts.filter(([, text]) => !fixed.test(text) && /\b(color|canceled|catalog|licenses)\b/i.test(text));
  expect(american).toEqual([]);
});

test('the catalogue is read to its leaves', () => {
  expect(texts).toContainEqual(['en.session.title', 'Sign in']);
  expect(texts.length).toBeGreaterThan(150);
});
