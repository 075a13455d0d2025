import { expect, test } from 'vitest';
import { en } from './en.ts';

const createExamples = (value: unknown): unknown => new Proxy({}, { get: () => value });
/** Example values for the parameters of a text: words, numbers, objects of both, or a list. */
const exampleValues = [
  ['x', 'y', 'z'],
  [1, 2, 3],
  [createExamples(2), createExamples(2)],
  [createExamples('x')],
  [['x', 'y']],
];

const hasTypingFault = (text: string): boolean =>
  text !== text.trim() || /^$| {2}|undefined|NaN|\[object|!$/.test(text);

/** Every text of the catalogue with its path, without white space around; functions are called with example values. */
function listTexts(part: unknown, path: string): [string, string][] {
  if (typeof part === 'string') return [[path, part.replaceAll(/^\n|\n$/g, '')]];
  if (typeof part === 'function') return fillText((filling) => listTexts(part(...filling), path));
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => listTexts(value, `${path}.${key}`));
}

/** The result with the first example values that work; that of the last ones if none do. */
function fillText(read: (filling: unknown[]) => [string, string][]): [string, string][] {
  const found = exampleValues.flatMap((filling) => {
    try {
      return [read(filling)];
    } catch {
      return []; // Not what this one takes.
    }
  });
  return (
    found.find((each) => !each.some(([, text]) => hasTypingFault(text))) ??
    found.at(-1) ?? [['What no filling fits', '']]
  );
}

const texts = listTexts(en, 'en');

/** Words that the specification fixes. */
const specifiedTexts = /^(Failed to fetch Licenses|Download license error|License code copy error)$/;

test('no text has stray spaces, exclamation marks or unfilled values', () => {
  expect(texts.filter(([, text]) => hasTypingFault(text))).toEqual([]);
});

test('every text has British spelling, except the words that the specification fixes', () => {
  const american = texts.filter(
    ([, text]) => !specifiedTexts.test(text) && /\b(color|canceled|catalog|licenses)\b/i.test(text),
  );
  expect(american).toEqual([]);
});

test('the test reads all texts of the catalogue', () => {
  expect(texts).toContainEqual(['en.session.title', 'Sign in']);
  expect(texts.length).toBeGreaterThan(150);
});

test('the only language is English, and its catalogue contains all texts', () => {
  const folders = Object.keys(import.meta.glob('./*/*.ts')).map((file) => file.split('/')[1]);
  expect(new Set(folders)).toEqual(new Set(['en']));
  const parts = Object.entries(import.meta.glob<object>('./en/*.ts', { eager: true })).flatMap(([file, part]) =>
    file === './en/locale.ts' ? [] : Object.values(part),
  );
  const whole = new Set(listValues(en));
  expect(parts.filter((part) => typeof part !== 'function' && !whole.has(part))).toEqual([]);
});

const listValues = (part: unknown): unknown[] =>
  typeof part === 'object' && part !== null ? [part, ...Object.values(part).flatMap(listValues)] : [part];
