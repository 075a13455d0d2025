import { expect, test } from 'vitest';
import { en } from './en.ts';

const createExamples = (value: unknown): unknown => new Proxy({}, { get: () => value });
/** An object that converts to the number 2; each of its properties, at any depth, is the same object. */
const nestedNumbers: unknown = new Proxy(
  {},
  { get: (_target, key, proxy: unknown) => (key === Symbol.toPrimitive ? () => 2 : proxy) },
);
/** Example values for the parameters of a text: words, numbers, objects of both, or a list. */
const exampleValues = [
  ['x', 'y', 'z'],
  [1, 2, 3],
  [createExamples(2), createExamples(2)],
  [createExamples('x')],
  [nestedNumbers, 'x', 'y'],
  [['x', 'y']],
  ['x', createExamples(2)],
];

const hasTypingError = (text: string): boolean =>
  text !== text.trim() || /^$| {2}|undefined|NaN|\[object|!$/.test(text);

/** Lists every text of the catalogue with its path; functions are called with example values. */
function listTexts(textPart: unknown, path: string): [string, string][] {
  if (typeof textPart === 'string') return [[path, textPart.replaceAll(/^\n|\n$/g, '')]];
  if (typeof textPart === 'function')
    return fillText((exampleArguments) => listTexts(textPart(...exampleArguments), path));
  if (typeof textPart !== 'object' || textPart === null) return [];
  return Object.entries(textPart).flatMap(([key, value]) => listTexts(value, `${path}.${key}`));
}

/** Calls a text function with example values. Returns the first result without a typing error, else the last result. */
function fillText(callText: (exampleArguments: unknown[]) => [string, string][]): [string, string][] {
  const results = exampleValues.flatMap((exampleArguments) => {
    try {
      return [callText(exampleArguments)];
    } catch {
      return []; // The function does not accept these example values.
    }
  });
  return (
    results.find((exampleTexts) => !exampleTexts.some(([, text]) => hasTypingError(text))) ??
    results.at(-1) ?? [['no example values fit', '']]
  );
}

const texts = listTexts(en, 'en');

/** Words that the specification fixes. */
const specifiedTexts = /^(Failed to fetch Licenses|Download license error|License code copy error)$/;

test('no text has stray spaces, exclamation marks or unfilled values', () => {
  expect(texts.filter(([, text]) => hasTypingError(text))).toEqual([]);
});

test('every text has British spelling, except the words that the specification fixes', () => {
  const americanSpellings = texts.filter(
    ([, text]) => !specifiedTexts.test(text) && /\b(color|canceled|catalog|licenses)\b/i.test(text),
  );
  expect(americanSpellings).toEqual([]);
});

test('the tests of this file read all texts of the catalogue', () => {
  expect(texts).toContainEqual(['en.session.title', 'Sign in']);
  expect(texts.length).toBeGreaterThan(150);
});

test('the only language is English, and its catalogue contains all texts', () => {
  const folders = Object.keys(import.meta.glob('./*/*.ts')).map((file) => file.split('/')[1]);
  expect(new Set(folders)).toEqual(new Set(['en']));
  const exportedTexts = Object.entries(import.meta.glob<object>('./en/*.ts', { eager: true })).flatMap(
    ([file, textPart]) => (file === './en/locale.ts' ? [] : Object.values(textPart)),
  );
  const catalogueTexts = new Set(listValues(en));
  expect(exportedTexts.filter((textPart) => typeof textPart !== 'function' && !catalogueTexts.has(textPart))).toEqual(
    [],
  );
});

const listValues = (textPart: unknown): unknown[] =>
  typeof textPart === 'object' && textPart !== null
    ? [textPart, ...Object.values(textPart).flatMap(listValues)]
    : [textPart];
