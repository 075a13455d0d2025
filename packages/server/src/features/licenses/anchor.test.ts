import { bytesToHex, hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { computeNextAnchor } from './license.ts';

/** Creates a fingerprint from one hex digit for each part; 0 means that the part is missing. */
const parseParts = (digits: string): Uint8Array => hexToBytes(Array.from(digits, (digit) => digit.repeat(8)).join(''));
const formatParts = (parts: Uint8Array): string =>
  [0, 4, 8, 12].map((at) => bytesToHex(parts.slice(at, at + 1)).slice(0, 1)).join('');

const now = Date.parse('2026-03-10T12:00:00.000Z');

test.each([
  { what: 'stays where no part has changed', anchor: '1234', seen: '1234', age: 200, isRenewal: true, after: '1234' },
  { what: 'stays without a renewal', anchor: '1234', seen: '1235', age: 200, isRenewal: false, after: '1234' },
  { what: 'stays for 180 days', anchor: '1234', seen: '1235', age: 179.9, isRenewal: true, after: '1234' },
  { what: 'moves by a renewal after 180 days', anchor: '1234', seen: '1235', age: 180, isRenewal: true, after: '1235' },
  { what: 'keeps a part that is left out', anchor: '1234', seen: '1230', age: 200, isRenewal: true, after: '1234' },
  {
    what: 'keeps a part that is left out, also while another part changes',
    anchor: '1234',
    seen: '1250',
    age: 200,
    isRenewal: true,
    after: '1254',
  },
  { what: 'adds a part that it lacks, at once', anchor: '1230', seen: '1234', age: 1, isRenewal: false, after: '1234' },
  {
    what: 'adds a part that it lacks, and keeps a part that has changed',
    anchor: '1230',
    seen: '1254',
    age: 1,
    isRenewal: false,
    after: '1234',
  },
])(
  'the anchor (the parts with which later codes of a PC are compared) $what',
  ({ anchor, seen, age, isRenewal, after }) => {
    const anchoredAt = now - days(age);
    const nextAnchor = computeNextAnchor({ anchor: parseParts(anchor), anchoredAt }, parseParts(seen), {
      isRenewal,
      now,
    });
    expect(formatParts(nextAnchor.anchor)).toBe(after);
    expect(nextAnchor.anchoredAt).toBe(after[3] === '5' || after[2] === '5' ? now : anchoredAt);
  },
);
