import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newPassword } from '@basics/contract/session/passwords.ts';
import { describe, expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

const commonWords = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  .split(/\s+/)
  .filter(Boolean);
const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const lookalikes: Readonly<Record<string, string>> = { a: '@', e: '3', i: '1', o: '0', s: '$', t: '7' };
const disguiseWord = (word: string) => Array.from(word, (character) => lookalikes[character] ?? character).join('');

/** Changes that people often make to a word so that it meets the password rules. */
const passwordVariants: Record<string, (word: string) => string> = {
  'a capital, a year and a sign': (word) => `${capitalise(word)}2026!`,
  'signs and digits before it': (word) => `#12345${capitalise(word)}`,
  'look-alike digits': (word) => `${disguiseWord(capitalise(word))}99!`,
  'both sides': (word) => `!!${word.toUpperCase()}-1234567`,
  'written twice': (word) => `${capitalise(word)}${word}1!`,
  'written backwards': (word) => `${capitalise(Array.from(word).toReversed().join(''))}#2026`,
};

describe('common words', () => {
  test('the list of common words has more than 3,000 words, each once (T532)', () => {
    expect(new Set(commonWords).size).toBe(commonWords.length);
    expect(commonWords.length).toBeGreaterThan(3000);
  });

  test.each(Object.keys(passwordVariants))('every common word is refused as a password, also with %s (T531)', (how) => {
    const disguisedPasswords = commonWords.map((word) => passwordVariants[how]?.(word) ?? '');
    expect(disguisedPasswords.filter((password) => !isCommonPassword(password))).toEqual([]);
  });

  test.each([
    'Qwertyuiop1!',
    'Asdfghjkl#1',
    'Zxcvbnm2026!',
    '1Qaz2wsx3edc!',
    'Abcdefgh1!',
    'Aaaaaaaa1!',
    'P4ssw0rd!!',
    'Pa$$word1',
    'Bo$$2024!',
    'P-a-s-s-w-o-r-d1',
  ])('the password %s is refused', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test.each([
    'Quartz-Lantern-27',
    'tR7#kw-Plinth',
    'Ω-kavalkade-77-Z',
    'correct Horse 9 battery!',
    '7$kQ2#91Lm',
    'Hm9!vT3u-qX',
  ])('the password %s is accepted, and the rule accepts it too', (password) => {
    expect(isCommonPassword(password)).toBe(false);
    expect(newPassword.safeParse(password).success).toBe(true);
  });
});

describe('passwords that contain words about the user or the product', () => {
  const personalWords = [
    'Ann-Kathrin',
    'Lindqvist',
    'Nordfjell Rack & Rail AS',
    'akl@nordfjell.example',
    'Basics Blue',
  ];

  test.each([
    'Basics2026!',
    'Nordfjell1!',
    'Lindqvist#1',
    'L1ndqv1st!!',
    'AnnKathrin#22',
    'Kathrin.Lindqvist1',
    'BasicsBlue#9',
    'Basics-Portal1',
  ])('the word %s is refused (T535)', (password) => {
    expect(isCommonPassword(password, personalWords)).toBe(true);
  });

  test('the name or company of one user is accepted in the password of another user (T534)', () => {
    expect(isCommonPassword('Nordfjell1!')).toBe(false);
  });
});

test('the longest accepted password is checked in linear time (T533)', () => {
  expect(isCommonPassword(`A1!${'z9'.repeat(62)}!`)).toBe(false);
  expect(isCommonPassword('1!'.repeat(64)), 'one letter in disguise, over and over').toBe(true);
});
