import { expect, test } from 'vitest';
import { findShortcut } from './shortcut-keys.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false };
const reading = { typing: false, singles: true };

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
])('%j means %s', (pressed, meant) => {
  expect(findShortcut({ ...none, ...pressed }, reading)).toBe(meant);
});

test('in a text field only Ctrl+K is a shortcut', () => {
  const typing = { typing: true, singles: true };
  expect(findShortcut({ ...none, key: '/' }, typing)).toBe(null);
  expect(findShortcut({ ...none, key: '?' }, typing)).toBe(null);
  expect(findShortcut({ ...none, key: 'j' }, typing)).toBe(null);
  expect(findShortcut({ ...none, key: 'k', ctrlKey: true }, typing)).toBe('palette');
});

test('single keys can be switched off', () => {
  const off = { typing: false, singles: false };
  expect(findShortcut({ ...none, key: '/' }, off)).toBe(null);
  expect(findShortcut({ ...none, key: 'k', ctrlKey: true }, off)).toBe('palette');
});
