import { expect, test } from 'vitest';
import { en } from './en.ts';

const createObjectOf = (value: unknown): unknown => new Proxy({}, { get: () => value });
/** An object that converts to the number 2; each of its properties, at any depth, is the same object. */
const nestedNumbers: unknown = new Proxy(
  {},
  { get: (_target, key, proxy: unknown) => (key === Symbol.toPrimitive ? () => 2 : proxy) },
);
/** Lists of example arguments for functions that return a text: words, numbers, objects with words or numbers, or a list. */
const exampleArgumentLists = [
  ['x', 'y', 'z'],
  [1, 2, 3],
  [createObjectOf(2), createObjectOf(2)],
  [createObjectOf('x')],
  [nestedNumbers, 'x', 'y'],
  [['x', 'y']],
  ['x', createObjectOf(2)],
];

const hasTextError = (text: string): boolean => text !== text.trim() || /^$| {2}|undefined|NaN|\[object|!$/.test(text);

/** Lists every text of the catalogue with its path; functions are called with example values. */
function listTexts(textPart: unknown, path: string): [string, string][] {
  if (typeof textPart === 'string') return [[path, textPart.replaceAll(/^\n|\n$/g, '')]];
  if (typeof textPart === 'function')
    return fillText((exampleArguments) => listTexts(textPart(...exampleArguments), path));
  if (typeof textPart !== 'object' || textPart === null) return [];
  return Object.entries(textPart).flatMap(([key, value]) => listTexts(value, `${path}.${key}`));
}

/**
 * Calls a function that returns texts with each list of example values. Returns the first result without an error in a text, else the
 * last.
 */
function fillText(callText: (exampleArguments: unknown[]) => [string, string][]): [string, string][] {
  const results = exampleArgumentLists.flatMap((exampleArguments) => {
    try {
      return [callText(exampleArguments)];
    } catch {
      return []; // The function does not accept these example values.
    }
  });
  return (
    results.find((exampleTexts) => !exampleTexts.some(([, text]) => hasTextError(text))) ??
    results.at(-1) ?? [['no example values fit', '']]
  );
}

const texts = listTexts(en, 'en');

/** Texts with American spelling that the specification fixes. */
const specifiedTexts = /^(Failed to fetch Licenses|Download license error|License code copy error)$/;

test('no text has a double space, a space at its ends, an exclamation mark or an undefined value', () => {
  expect(texts.filter(([, text]) => hasTextError(text))).toEqual([]);
});

test('every text has British spelling, except the words that the specification fixes', () => {
  const americanSpellings = texts.filter(
    ([, text]) => !specifiedTexts.test(text) && /\b(color|canceled|catalog|licenses)\b/i.test(text),
  );
  expect(americanSpellings).toEqual([]);
});

/** Words that docs/writing.md replaces by another word, and the parts of the catalogue where they name something else. */
const replacedWords = [
  {
    word: /\blicen[cs]es?\b[^.:,]*\b(ends?|ended|runs out|ran out)\b/i,
    elsewhere: /^en\.(licenceChecker|licensePage)\./,
  },
  // The owner of a service account, of an e-mail address, and of an account in the standard legal texts.
  {
    word: /\bowners?\b/i,
    elsewhere:
      /^en\.(integrations|mail|stopReminders|legal|auditActions|palette|manual\.pages\.\/admin\/integrations)\b/,
  },
  { word: /\b(your salesman|looked after|looks after|log in|log out)\b/i, elsewhere: /^en\.palette\./ },
] as const;

test('a thing has the same name in all texts: a licence expires, and belongs to a customer', () => {
  const found = replacedWords.flatMap(({ word, elsewhere }) =>
    texts.filter(([path, text]) => word.test(text) && !elsewhere.test(path)),
  );
  expect(found).toEqual([]);
});

test('a button names its action without an article', () => {
  expect(texts.filter(([, text]) => /^(Add|Create|Delete|Open|Remove|Back to) an? \S+$/.test(text))).toEqual([]);
});

test('the tests of this file read all texts of the catalogue', () => {
  expect(texts).toContainEqual(['en.session.title', 'Sign in']);
  expect(texts.length).toBeGreaterThan(150);
});

test('the only language is English, and its catalogue contains all texts (T211)', () => {
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

/** What is created; everything else is added to a list or to a record (docs/writing.md). */
const created = /^Create (users?( of every profile)?|customers|company|account|Account|calendar link|new codes)$/;

test('a button creates only accounts, companies and secrets, and adds everything else (T788)', () => {
  const buttons = texts.filter(([, text]) => /^(Create|New|Make) [a-z ]+$/i.test(text) && !text.includes(' a '));
  expect(buttons.filter(([, text]) => text.startsWith('Create ') && !created.test(text))).toEqual([]);
  const adding = texts.filter(([, text]) => /^Add (user|customer|company|account)s?$/.test(text));
  expect(adding.map(([path]) => path)).toEqual(['en.companies.people.add']);
});

/** The texts about a number that can be larger than 999. */
const largeNumbers = texts.map(([path]) => path).filter((path) => /\.(found|option|today)$/.test(path));

test('a number that can be larger than 999 has separators in every text (T791)', () => {
  const read = (path: string): unknown => path.split('.').reduce<unknown>((part, key) => Object(part)[key], { en });
  const filled = [...new Set(largeNumbers)].flatMap((path) => {
    const text = read(path);
    return typeof text === 'function' ? [[path, String(text.length === 1 ? text(12_345) : text('x', 12_345))]] : [];
  });
  expect(filled.length).toBeGreaterThan(10);
  expect(filled.filter(([, text]) => text?.includes('12345'))).toEqual([]);
});
