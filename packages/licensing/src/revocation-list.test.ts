import { describe, expect, test } from 'vitest';
import { toBase64, encodeUtf8 } from './encoding/bytes.ts';
import { computeKeyId } from './licence-code.ts';
import { nodePrimitives } from './node-primitives.ts';
import {
  readRevocationList,
  writeRevocationList,
  type RevocationList,
  type RevocationListRefusal,
} from './revocation-list.ts';
import { writeSignedLines } from './encoding/signed-lines.ts';
import { revocationVector, unknownSigner, testSigner, sampleCodes } from './testing/samples.ts';

const revocationList: RevocationList = {
  toolId: 7,
  seq: 1_795_000_000_000,
  issuedAt: 1_795_000_000,
  nextAt: 1_795_046_400,
  ids: ['a1a2a3a4a5a6a7a8', '0011223344556677'],
  keys: ['ffeeddccbbaa9988'],
};
const listWithSortedIds = { ...revocationList, ids: ['0011223344556677', 'a1a2a3a4a5a6a7a8'] };
const keys = [testSigner.publicKey];
const revocationListText = writeRevocationList(revocationList, testSigner, nodePrimitives);

function readRefusal(listText: string): RevocationListRefusal | 'read' {
  const reading = readRevocationList(listText, keys, nodePrimitives);
  return reading.ok ? 'read' : reading.refusal.code;
}

const signJson = (json: string): string => writeSignedLines('BASICS REVOCATIONS', json, testSigner, nodePrimitives);
const payload = { v: 1, tool: 7, seq: 3, iat: 10, next: 20, ids: '', keys: [] };
const changePayload = (change: Record<string, unknown>): string => signJson(JSON.stringify({ ...payload, ...change }));

describe('a revocation list', () => {
  test('a revocation list has the same bytes as the test vector of the format document', () => {
    expect(revocationListText).toBe(revocationVector);
  });

  test('a revocation list is read as it was written, with its ids in ascending order', () => {
    const keyId = computeKeyId(testSigner.publicKey, nodePrimitives);
    expect(readRevocationList(revocationListText, keys, nodePrimitives)).toEqual({
      ok: true,
      value: { list: listWithSortedIds, keyId },
    });
    expect(writeRevocationList(listWithSortedIds, testSigner, nodePrimitives)).toBe(revocationListText);
  });

  test.each([
    ['without ids and keys', changePayload({})],
    ['with CRLF line ends and a byte-order mark', `\ufeff${revocationListText.replaceAll('\n', '\r\n')}`],
    ['without the line break at its end', revocationListText.slice(0, -1)],
    ['with a field that readers do not know', changePayload({ colour: 'blue' })],
  ])('%s is read', (_, listText) => {
    expect(readRefusal(listText)).toBe('read');
  });

  test('a revocation list with any single bit flipped is refused', () => {
    const bytes = Buffer.from(revocationListText);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changedBytes = Buffer.from(bytes);
      changedBytes[bit >>> 3] = (bytes[bit >>> 3] ?? 0) ^ (1 << (bit & 7));
      expect(readRefusal(changedBytes.toString('utf8')), `bit ${bit}`).not.toBe('read');
    }
  });

  test.each<[string, string, RevocationListRefusal]>([
    ['that is a licence code', sampleCodes.licenceCode, 'NOT_A_REVOCATION_LIST'],
    ['that is empty', '', 'NOT_A_REVOCATION_LIST'],
    [
      'with the title of a licence file',
      revocationListText.replace('REVOCATIONS', 'LICENCE FILE'),
      'NOT_A_REVOCATION_LIST',
    ],
    ['of the next version', revocationListText.replace('v1', 'v2'), 'FILE_NEWER'],
    ['with a payload of the next version', changePayload({ v: 2 }), 'FILE_NEWER'],
    ['of two lines', revocationListText.split('\n').slice(0, 2).join('\n'), 'FILE_INCOMPLETE'],
    ['with a fifth line', `${revocationListText}more`, 'FILE_DAMAGED'],
    ['signed by an unknown key', writeRevocationList(revocationList, unknownSigner, nodePrimitives), 'UNKNOWN_KEY'],
    [
      'with the payload of another list',
      revocationListText.replace(/payload: .*/, changePayload({}).split('\n')[2] ?? ''),
      'NOT_GENUINE',
    ],
    ['without a version', changePayload({ v: undefined }), 'FILE_DAMAGED'],
    ['with a sequence number as text', changePayload({ seq: '3' }), 'FILE_DAMAGED'],
    ['whose successor is due before it was issued', changePayload({ next: 9 }), 'FILE_DAMAGED'],
    ['with an incomplete id', changePayload({ ids: 'AAAA' }), 'FILE_DAMAGED'],
    [
      'with its ids in the wrong order',
      changePayload({ ids: toBase64(encodeUtf8('bbbbbbbbaaaaaaaa')) }),
      'FILE_DAMAGED',
    ],
    ['with an id twice', changePayload({ ids: toBase64(encodeUtf8('aaaaaaaaaaaaaaaa')) }), 'FILE_DAMAGED'],
    ['with a key id in upper case', changePayload({ keys: ['FFEEDDCCBBAA9988'] }), 'FILE_DAMAGED'],
    ['with a key twice in its JSON', signJson(JSON.stringify(payload).replace('{', '{"seq":9,')), 'FILE_DAMAGED'],
  ])('%s is refused', (_, listText, code) => {
    expect(readRefusal(listText)).toBe(code);
  });

  test('a revocation list with 20,000 ids is smaller than 300 KB', () => {
    const ids = Array.from({ length: 20_000 }, (_, at) => at.toString(16).padStart(16, '0'));
    expect(writeRevocationList({ ...revocationList, ids }, testSigner, nodePrimitives).length).toBeLessThan(300_000);
  });

  test('writing a revocation list fails if readers would refuse the list', () => {
    expect(() => writeRevocationList({ ...revocationList, nextAt: 0 }, testSigner, nodePrimitives)).toThrow(RangeError);
  });
});
