import { describe, expect, test } from 'vitest';
import { readUidInKeyword, toSearchable } from './search-text.ts';

const code = 'BL-45B4EP-N7M6HA-7955MT-KTG007-040G00-001XNF-V1P0DK-FBMG43';
const uid = 'a1a2a3a4a5a6a7a8';

describe('keywords that contain a licence id', () => {
  test.each([
    ['its code', code],
    ['a code that ends after its id', code.slice(0, 29)],
    ['a code in lower case, with blanks instead of hyphens', code.toLowerCase().replaceAll('-', ' ').replace(' ', '-')],
    ['a code with O instead of 0', code.replace('KTG007', 'KTGOO7')],
    ['its id', uid],
    ['its id in capitals', ` ${uid.toUpperCase()} `],
  ])('%s finds the licence', (_, keyword) => {
    expect(readUidInKeyword(keyword)).toBe(uid);
  });
});

test('if a typed licence code or licence id is incomplete, the beginning of the licence id is read from it', () => {
  expect(readUidInKeyword('BL-45B4EP-N7M6HA')).toBe('a1a2');
  expect(readUidInKeyword('a1a2a3')).toBe('a1a2a3');
});

describe('keywords without a licence id', () => {
  test.each(['', 'Black', 'BL-4711', 'BL-45B4EP', 'BL-USERS-OFFICE', 'beef', 'BV-240G01-R10000-30S28R', 'ws-3'])(
    'the keyword %j finds no licence',
    (keyword) => {
      expect(readUidInKeyword(keyword)).toBeNull();
    },
  );
});

test.each([
  ['DESK', 'desk'],
  ['ÄPFEL', 'apfel'],
  ['A\u0308PFEL', 'äpfel'],
  ['Straße', 'STRASSE'],
  ['ﬁle', 'File'],
  ['Ελλάς', 'ΕΛΛΑΣ'],
  ['机器 2', '机器 2'],
])('%j is found by %j', (text, keyword) => {
  expect(toSearchable(text)).toBe(toSearchable(keyword));
});

test('different words have different search texts', () => {
  expect(toSearchable('desk')).not.toBe(toSearchable('disk'));
});
