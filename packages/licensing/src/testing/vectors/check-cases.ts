import { bytesToHex, encodeUtf8 } from '#licensing/encoding/bytes.ts';
import { createFingerprint } from '#licensing/fingerprint.ts';
import { writeLicenceFile } from '#licensing/licence-file.ts';
import { nodePrimitives } from '#licensing/node-primitives.ts';
import { samplePayload, testSigner } from '#licensing/testing/samples.ts';
import { signatureVectors } from '#licensing/testing/wycheproof.ts';
import type { CheckConditions, VectorCase } from './vector-case.ts';

const secondsPerDay = 86_400;
const toleranceSeconds = 48 * 3600;
const keys = [bytesToHex(testSigner.publicKey)];
const { lid, iat, exp } = samplePayload;

const facts = { 'machine-id': 'M-1', 'board-id': 'B-1', 'system-disk': 'D-1', 'network-card': 'N-1' };
const otherFacts = { 'machine-id': 'M-2', 'board-id': 'B-2', 'system-disk': 'D-2', 'network-card': 'N-2' };
const fp = bytesToHex(createFingerprint(facts, nodePrimitives));
const createLicenceFile = (change: object): string =>
  writeLicenceFile(
    { ...samplePayload, machine: { ...samplePayload.machine, fp }, ...change },
    testSigner,
    nodePrimitives,
  );

const usualConditions: CheckConditions = {
  now: iat + secondsPerDay,
  facts,
  toolId: 7,
  toolMajor: 1,
  highWaterMark: 0,
  denied: [],
  revoked: [],
};

const caseRows: [name: string, code: string, change: Partial<CheckConditions>, licence?: object][] = [
  ['on its PC within its dates', 'VALID', {}],
  ['a second before its end', 'VALID', { now: exp - 1 }],
  ['at its end', 'IN_GRACE', { now: exp }],
  ['in the last second of its grace period', 'IN_GRACE', { now: exp + 14 * secondsPerDay - 1 }],
  ['after its grace period', 'EXPIRED', { now: exp + 14 * secondsPerDay }],
  ['without a grace period, at its end', 'EXPIRED', { now: exp }, { graceDays: 0 }],
  ['that never expires', 'VALID', { now: 4_294_967_294 }, { exp: 4_294_967_295 }],
  ['with a clock 48 hours before its start', 'VALID', { now: iat - toleranceSeconds }],
  ['with a clock further before its start', 'NOT_YET_VALID', { now: iat - toleranceSeconds - 1 }],
  ['with the clock turned back by 48 hours', 'VALID', { highWaterMark: iat + secondsPerDay + toleranceSeconds }],
  [
    'with the clock turned back by more',
    'CLOCK_TURNED_BACK',
    { highWaterMark: iat + secondsPerDay + toleranceSeconds + 1 },
  ],
  [
    'that begins later than it is issued, with a clock 48 hours before',
    'VALID',
    { now: iat + secondsPerDay - toleranceSeconds },
    { nbf: iat + secondsPerDay },
  ],
  [
    'that begins later than it is issued, with a clock further before',
    'NOT_YET_VALID',
    { now: iat + secondsPerDay - toleranceSeconds - 1 },
    { nbf: iat + secondsPerDay },
  ],
  ['that never expires, of another tool', 'OTHER_TOOL', { toolId: 8 }, { exp: 4_294_967_295 }],
  ['on another PC, for an older version', 'OTHER_MACHINE', { facts: otherFacts, toolMajor: 2 }],
  ['for an older version, denied', 'TOOL_TOO_NEW', { toolMajor: 2, denied: [lid] }],
  ['on the revocation list, with the clock turned back', 'REVOKED', { revoked: [lid], highWaterMark: exp }],
  ['that begins later, with the clock turned back', 'CLOCK_TURNED_BACK', { now: iat, highWaterMark: exp }, { nbf: iat + 9 * secondsPerDay }], // oxfmt-ignore
  ['with the clock turned back over its end', 'IN_GRACE', { now: exp - secondsPerDay, highWaterMark: exp }],
  ['for another tool', 'OTHER_TOOL', { toolId: 8 }],
  ['for an older version', 'TOOL_TOO_NEW', { toolMajor: 2 }],
  ['for every version', 'VALID', { toolMajor: 255 }, { tool: { ...samplePayload.tool, maxMajor: 255 } }],
  ['on another PC', 'OTHER_MACHINE', { facts: otherFacts }],
  ['with one new part', 'VALID', { facts: { ...facts, 'network-card': 'N-2' } }],
  ['with one part that cannot be read', 'VALID', { facts: { ...facts, 'board-id': '' } }],
  ['with its card beside others', 'VALID', { facts: { ...facts, 'network-card': ['N-9', 'N-1'] } }],
  ['with a new disk, its card beside others', 'VALID', { facts: { ...facts, 'system-disk': 'D-2', 'network-card': ['N-9', 'N-1'] } }], // oxfmt-ignore
  ['with a new disk and other cards', 'OTHER_MACHINE', { facts: { ...facts, 'system-disk': 'D-2', 'network-card': ['N-9', 'N-8'] } }], // oxfmt-ignore
  ['with two new parts', 'OTHER_MACHINE', { facts: { ...facts, 'network-card': 'N-2', 'system-disk': 'D-2' } }],
  ['with two parts that cannot be read', 'VALID', { facts: { ...facts, 'board-id': '', 'system-disk': '' } }],
  ['with only one part that can be read', 'OTHER_MACHINE', { facts: { 'machine-id': 'M-1' } }],
  ['denied by a later licence', 'DENIED', { denied: [lid] }],
  ['on the revocation list', 'REVOKED', { revoked: ['0000000000000001', lid] }],
  ['that another id on the list does not concern', 'VALID', { revoked: ['0000000000000001'] }],
  ['denied and on the list', 'DENIED', { denied: [lid], revoked: [lid] }],
  [
    'on another PC, expired and denied',
    'OTHER_MACHINE',
    { facts: otherFacts, now: exp + 99 * secondsPerDay, denied: [lid] },
  ],
];

export function createCheckCases(): VectorCase[] {
  return [
    ...caseRows.map(([name, code, change, licence = {}]): VectorCase => {
      const expectedVerdict = { code, allowed: code === 'VALID' || code === 'IN_GRACE' };
      return {
        id: `check: a licence ${name}`,
        kind: 'check',
        text: createLicenceFile(licence),
        keys,
        at: { ...usualConditions, ...change },
        expect: expectedVerdict,
      };
    }),
    ...createFingerprintCases(),
    ...createRelationCases(),
    ...signatureVectors.map((vector): VectorCase => {
      const [publicKey, message] = [bytesToHex(vector.publicKey), bytesToHex(vector.message)];
      const id = `ed25519: Wycheproof ${vector.id}${vector.comment === '' ? '' : `, ${vector.comment}`}`;
      const signature = bytesToHex(vector.signature);
      return { id, kind: 'ed25519', publicKey, message, signature, expect: vector.isValid };
    }),
  ];
}

function createFingerprintCases(): VectorCase[] {
  const kind = 'fingerprint';
  const hashOfLowerCase = bytesToHex(createFingerprint({ 'board-id': 'b-1' }, nodePrimitives)).slice(8, 16);
  // Earlier tools hashed a hardware value without normalising it, so their licences contain this hash.
  const hashOfOriginal = bytesToHex(nodePrimitives.sha256(encodeUtf8('basics-fp-v1\nboard-id:B-1')).subarray(0, 4));
  const fingerprintOfBoard = (hash: string): string => `00000000${hash}${'0'.repeat(16)}`;
  const placeholders = ['', ' ', '0', '00:00:00', 'FFFFFFFF-FFFF', 'None', 'N/A', 'Unknown', 'Invalid', 'Uninitialized', 'Default string', 'Not Specified', 'Not Applicable', 'Not Available', 'To be filled by O.E.M.', 'System Serial Number', '123456789', '0123456789']; // oxfmt-ignore
  return [
    { id: 'fingerprint: four facts', kind, facts, expect: fp },
    { id: 'fingerprint: no facts', kind, facts: {}, expect: '0'.repeat(32) },
    { id: 'fingerprint: blanks around a fact', kind, facts: { ...facts, 'board-id': ' B-1\r\n\0' }, expect: fp },
    { id: 'fingerprint: upper and lower case', kind, facts: { ...facts, 'board-id': 'b-1' }, expect: fp },
    {
      id: 'fingerprint: the first of two values',
      kind,
      facts: { 'board-id': ['B-1', 'B-2'] },
      expect: fingerprintOfBoard(hashOfLowerCase),
    },
    {
      id: 'fingerprint: the licensed one of two values',
      kind,
      facts: { 'board-id': ['B-2', 'B-1'] },
      licensed: fingerprintOfBoard(hashOfLowerCase),
      expect: fingerprintOfBoard(hashOfLowerCase),
    },
    {
      id: 'fingerprint: licensed in the form as it was read',
      kind,
      facts: { 'board-id': ['B-2', 'B-1'] },
      licensed: fingerprintOfBoard(hashOfOriginal),
      expect: fingerprintOfBoard(hashOfOriginal),
    },
    {
      id: 'fingerprint: a licensed value that is gone',
      kind,
      facts: { 'board-id': 'B-1' },
      licensed: fingerprintOfBoard('01020304'),
      expect: fingerprintOfBoard(hashOfLowerCase),
    },
    ...placeholders.map((value): VectorCase => {
      return { id: `fingerprint: "${value}"`, kind, facts: { 'board-id': value }, expect: '0'.repeat(32) };
    }),
  ];
}

/**
 * Returns a fingerprint of four parts: each hex digit is repeated to fill the four bytes of a part, and 0 means that
 * the part is absent.
 */
const spreadDigits = (digits: string): string => Array.from(digits, (digit) => digit.repeat(8)).join('');

function createRelationCases(): VectorCase[] {
  const relationRows: [left: string, right: string, expect: 'same' | 'changed' | 'different'][] = [
    ['1234', '1234', 'same'],
    ['1234', '1239', 'changed'],
    ['1234', '1299', 'different'],
    ['1230', '1230', 'same'],
    ['1230', '1290', 'changed'],
    ['1230', '1990', 'different'],
    ['1200', '1200', 'same'],
    ['1200', '1900', 'different'],
    ['1234', '1200', 'changed'],
    ['1000', '1000', 'different'],
    ['0000', '0000', 'different'],
    ['1234', '2341', 'different'],
  ];
  return relationRows.map(([left, right, expect]): VectorCase => {
    return {
      id: `relation: ${left} and ${right}`,
      kind: 'relation',
      left: spreadDigits(left),
      right: spreadDigits(right),
      expect,
    };
  });
}
