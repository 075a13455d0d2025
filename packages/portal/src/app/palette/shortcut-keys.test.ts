import { expect, test } from 'vitest';
import { findShortcut } from './shortcut-keys.ts';

const noModifiers = { ctrlKey: false, metaKey: false, altKey: false };
const readingContext = { inTextField: false, singleKeysOn: true };

test.each([
  [{ key: 'k', ctrlKey: true }, 'palette'],
  [{ key: 'K', metaKey: true }, 'palette'],
  [{ key: '/' }, 'search'],
  [{ key: '?' }, 'help'],
  [{ key: 'j' }, 'next'],
  [{ key: 'k' }, 'previous'],
  [{ key: 'e' }, 'edit'],
  [{ key: 'q' }, null],
  [{ key: 'k', ctrlKey: true, altKey: true }, null],
  [{ key: '/', ctrlKey: true }, null],
  [{ key: '?', altKey: true }, null],
])('the key press %j starts the shortcut %s', (keyPress, expectedAction) => {
  expect(findShortcut({ ...noModifiers, ...keyPress }, readingContext)).toBe(expectedAction);
});

test('in a text field only Ctrl+K is a shortcut', () => {
  const typingContext = { inTextField: true, singleKeysOn: true };
  expect(findShortcut({ ...noModifiers, key: '/' }, typingContext)).toBe(null);
  expect(findShortcut({ ...noModifiers, key: '?' }, typingContext)).toBe(null);
  expect(findShortcut({ ...noModifiers, key: 'j' }, typingContext)).toBe(null);
  expect(findShortcut({ ...noModifiers, key: 'k', ctrlKey: true }, typingContext)).toBe('palette');
});

test('shortcuts of a single key can be switched off', () => {
  const singleKeysOffContext = { inTextField: false, singleKeysOn: false };
  expect(findShortcut({ ...noModifiers, key: '/' }, singleKeysOffContext)).toBe(null);
  expect(findShortcut({ ...noModifiers, key: 'k', ctrlKey: true }, singleKeysOffContext)).toBe('palette');
});
