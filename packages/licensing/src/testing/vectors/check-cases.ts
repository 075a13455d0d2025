import { bytesToHex } from '#licensing/bytes.ts';
import { createFingerprint } from '#licensing/fingerprint.ts';
import { writeLicenceFile } from '#licensing/licence-file.ts';
import { nodePrimitives } from '#licensing/node-primitives.ts';
import { samplePayload, testSigner } from '#licensing/testing/samples.ts';
import { signatureVectors } from '#licensing/testing/wycheproof.ts';
import type { CheckedAt, VectorCase } from './vector-case.ts';

const day = 86_400;
const tolerance = 48 * 3600;
const keys = [bytesToHex(testSigner.publicKey)];
const { lid, iat, exp } = samplePayload;

const facts = { 'machine-id': 'M-1', 'board-id': 'B-1', 'system-disk': 'D-1', 'network-card': 'N-1' };
const other = { 'machine-id': 'M-2', 'board-id': 'B-2', 'system-disk': 'D-2', 'network-card': 'N-2' };
const fp = bytesToHex(createFingerprint(facts, nodePrimitives));
const written = (change: object): string =>
  writeLicenceFile(
    { ...samplePayload, machine: { ...samplePayload.machine, fp }, ...change },
    testSigner,
    nodePrimitives,
  );

const at: CheckedAt = { now: iat + day, facts, toolId: 7, toolMajor: 1, highWaterMark: 0, denied: [], revoked: [] };

const rows: [name: string, code: string, change: Partial<CheckedAt>, licence?: object][] = [
  ['on its PC within its dates', 'VALID', {}],
  ['a second before its end', 'VALID', { now: exp - 1 }],
  ['at its end', 'IN_GRACE', { now: exp }],
  ['in the last second of its grace period', 'IN_GRACE', { now: exp + 14 * day - 1 }],
  ['after its grace period', 'EXPIRED', { now: exp + 14 * day }],
  ['without a grace period, at its end', 'EXPIRED', { now: exp }, { graceDays: 0 }],
  ['that never expires', 'VALID', { now: 4_294_967_294 }, { exp: 4_294_967_295 }],
  ['with a clock 48 hours before its start', 'VALID', { now: iat - tolerance }],
  ['with a clock further before its start', 'NOT_YET_VALID', { now: iat - tolerance - 1 }],
  ['with the clock turned back by 48 hours', 'VALID', { highWaterMark: iat + day + tolerance }],
  ['with the clock turned back by more', 'CLOCK_TURNED_BACK', { highWaterMark: iat + day + tolerance + 1 }],
  ['with the clock turned back over its end', 'IN_GRACE', { now: exp - day, highWaterMark: exp }],
  ['for another tool', 'OTHER_TOOL', { toolId: 8 }],
  ['for an older version', 'TOOL_TOO_NEW', { toolMajor: 2 }],
  ['for every version', 'VALID', { toolMajor: 255 }, { tool: { ...samplePayload.tool, maxMajor: 255 } }],
  ['on another PC', 'OTHER_MACHINE', { facts: other }],
  ['with one new part', 'VALID', { facts: { ...facts, 'network-card': 'N-2' } }],
  ['with one part that cannot be read', 'VALID', { facts: { ...facts, 'board-id': '' } }],
  ['with two new parts', 'OTHER_MACHINE', { facts: { ...facts, 'network-card': 'N-2', 'system-disk': 'D-2' } }],
  ['with two parts that cannot be read', 'VALID', { facts: { ...facts, 'board-id': '', 'system-disk': '' } }],
  ['with only one part that can be read', 'OTHER_MACHINE', { facts: { 'machine-id': 'M-1' } }],
  ['denied by a later licence', 'DENIED', { denied: [lid] }],
  ['on the revocation list', 'REVOKED', { revoked: ['0000000000000001', lid] }],
  ['that another id on the list does not concern', 'VALID', { revoked: ['0000000000000001'] }],
  ['denied and on the list', 'DENIED', { denied: [lid], revoked: [lid] }],
  ['on another PC, expired and denied', 'OTHER_MACHINE', { facts: other, now: exp + 99 * day, denied: [lid] }],
];

export function checkCases(): VectorCase[] {
  return [
    ...rows.map(([name, code, change, licence = {}]): VectorCase => {
      const expect = { code, allowed: code === 'VALID' || code === 'IN_GRACE' };
      return {
        id: `check: a licence ${name}`,
        kind: 'check',
        text: written(licence),
        keys,
        at: { ...at, ...change },
        expect,
      };
    }),
    { id: 'fingerprint: four facts', kind: 'fingerprint', facts, expect: fp },
    { id: 'fingerprint: no facts', kind: 'fingerprint', facts: {}, expect: '0'.repeat(32) },
    {
      id: 'fingerprint: blanks around a fact',
      kind: 'fingerprint',
      facts: { ...facts, 'board-id': ' B-1 ' },
      expect: fp,
    },
    ...relations(),
    ...signatureVectors.map((vector): VectorCase => {
      const [publicKey, message] = [bytesToHex(vector.publicKey), bytesToHex(vector.message)];
      const id = `ed25519: Wycheproof ${vector.id}${vector.comment === '' ? '' : `, ${vector.comment}`}`;
      const signature = bytesToHex(vector.signature);
      return { id, kind: 'ed25519', publicKey, message, signature, expect: vector.isValid };
    }),
  ];
}

/** Four parts of four bytes, one hex digit for each; 0 is a part that is absent. */
const spread = (digits: string): string => Array.from(digits, (digit) => digit.repeat(8)).join('');

function relations(): VectorCase[] {
  const table: [left: string, right: string, expect: 'same' | 'changed' | 'different'][] = [
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
  return table.map(([left, right, expect]): VectorCase => {
    return { id: `relation: ${left} and ${right}`, kind: 'relation', left: spread(left), right: spread(right), expect };
  });
}
