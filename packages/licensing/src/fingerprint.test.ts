import { describe, expect, test } from 'vitest';
import { bytesToHex, hexToBytes } from './encoding/bytes.ts';
import { hashComponent, createFingerprint, countPresentComponents, relateFingerprints } from './fingerprint.ts';
import { nodePrimitives } from './node-primitives.ts';

const facts = { 'machine-id': 'm', 'board-id': 'b', 'system-disk': 'd', 'network-card': 'n' };

/**
 * Returns a fingerprint in which each hexadecimal digit stands for one component. The digit 0 stands for an absent
 * component.
 */
const parseFingerprint = (digits: string): Uint8Array =>
  hexToBytes(Array.from(digits, (digit) => digit.repeat(8)).join(''));

describe('the fingerprint of a PC', () => {
  test('a fingerprint contains four bytes for each hardware fact, in a fixed order: a hash of the fact and its label', () => {
    const hash = nodePrimitives.sha256(new TextEncoder().encode('basics-fp-v1\nboard-id:b')).subarray(0, 4);
    expect(createFingerprint(facts, nodePrimitives).slice(4, 8)).toEqual(hash.slice());
    expect(hashComponent('board-id', ' b\n', nodePrimitives)).toEqual([hash.slice()]);
  });

  test('a fingerprint contains four zero bytes for a hardware fact that is absent or blank', () => {
    expect(bytesToHex(createFingerprint({ ...facts, 'board-id': ' ' }, nodePrimitives)).slice(8, 16)).toBe('00000000');
    expect(bytesToHex(createFingerprint({}, nodePrimitives))).toBe('0'.repeat(32));
    expect(countPresentComponents(parseFingerprint('1030'))).toBe(2);
  });

  test.each([
    ['1234', '1234', 'same'],
    ['1230', '1230', 'same'],
    ['1200', '1200', 'same'],
    ['1234', '1235', 'changed'],
    ['1234', '1256', 'different'],
    ['1234', '1230', 'changed'],
    ['1230', '1250', 'changed'],
    ['1230', '1560', 'different'],
    ['1234', '1200', 'changed'],
    ['1200', '1034', 'different'],
    ['1200', '1500', 'different'],
    ['1000', '1000', 'different'],
    ['0000', '0000', 'different'],
    ['1234', '4321', 'different'],
    ['1234', '5678', 'different'],
    ['12345', '12399', 'changed'],
    ['12345', '12999', 'different'],
    ['1234', '12345', 'same'],
    ['1299', '12345', 'different'],
  ])('%s and %s are related as "%s"', (left, right, relation) => {
    expect(relateFingerprints(parseFingerprint(left), parseFingerprint(right))).toBe(relation);
    expect(relateFingerprints(parseFingerprint(right), parseFingerprint(left))).toBe(relation);
  });
});
