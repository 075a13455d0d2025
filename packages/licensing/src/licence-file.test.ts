import { describe, expect, test } from 'vitest';
import { toBase64, encodeUtf8 } from './encoding/bytes.ts';
import { computeKeyId } from './licence-code.ts';
import { looksLikeLicenceFile, readLicenceFile, writeLicenceFile, type LicenceFileRefusal } from './licence-file.ts';
import type { LicencePayload } from './licence-payload.ts';
import { nodePrimitives } from './node-primitives.ts';
import { samplePayload, unknownSigner, testSigner, sampleCodes } from './testing/samples.ts';

const keys = [testSigner.publicKey];
const licenceFile = writeLicenceFile(samplePayload, testSigner, nodePrimitives);

function readRefusal(text: string, trustedKeys: readonly Uint8Array[] = keys): LicenceFileRefusal | 'read' {
  const reading = readLicenceFile(text, trustedKeys, nodePrimitives);
  return reading.ok ? 'read' : reading.refusal.code;
}

/** Creates a file that is signed with the trusted key. The payload can be invalid. */
function createSignedFile(payload: string, firstLine = 'BASICS LICENCE FILE v1'): string {
  const lines = `${firstLine}\nkey: ${computeKeyId(testSigner.publicKey, nodePrimitives)}\npayload: ${payload}\n`;
  return `${lines}signature: ${toBase64(testSigner.sign(encodeUtf8(lines)))}\n`;
}

const createSignedJson = (json: string): string => createSignedFile(toBase64(encodeUtf8(json)));
const changePayload = (change: Record<string, unknown>): string =>
  createSignedJson(JSON.stringify({ ...samplePayload, ...change }));

describe('a licence file', () => {
  test('reading a licence file returns the payload that was written, and writing this payload again gives the same bytes', () => {
    expect(readLicenceFile(licenceFile, keys, nodePrimitives)).toEqual({
      ok: true,
      value: { payload: samplePayload, keyId: computeKeyId(testSigner.publicKey, nodePrimitives) },
    });
    expect(writeLicenceFile(samplePayload, testSigner, nodePrimitives)).toBe(licenceFile);
    expect(licenceFile.split('\n')).toHaveLength(5);
  });

  test('a licence file may contain a list of revoked licences', () => {
    const payload: LicencePayload = { ...samplePayload, deny: ['0011223344556677'] };
    const reading = readLicenceFile(writeLicenceFile(payload, testSigner, nodePrimitives), keys, nodePrimitives);
    expect(reading).toMatchObject({ value: { payload: { deny: ['0011223344556677'] } } });
  });

  test.each([
    ['with CRLF line ends', licenceFile.replaceAll('\n', '\r\n')],
    ['with a byte-order mark', `\ufeff${licenceFile}`],
    ['without the line break at its end', licenceFile.slice(0, -1)],
    ['with spaces in its JSON', createSignedJson(JSON.stringify(samplePayload, null, 2))],
    ['with a field that readers do not know', changePayload({ colour: 'blue' })],
  ])('%s is read', (_, text) => {
    expect(readRefusal(text)).toBe('read');
  });

  test('a licence file with any single bit flipped is refused with a named reason (T050)', () => {
    const bytes = Buffer.from(licenceFile);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changedBytes = Buffer.from(bytes);
      changedBytes[bit >>> 3] = (bytes[bit >>> 3] ?? 0) ^ (1 << (bit & 7));
      expect(readRefusal(changedBytes.toString('utf8')), `bit ${bit}`).not.toBe('read');
    }
  });

  const lines = licenceFile.split('\n');
  test.each<[string, string, LicenceFileRefusal]>([
    ['with a fifth line', `${licenceFile}more`, 'FILE_DAMAGED'],
    ['with an empty fifth line', `${licenceFile}\n`, 'FILE_DAMAGED'],
    ['with an additional line before the first', `\n${licenceFile}`, 'NOT_A_LICENCE_FILE'],
    ['with two byte-order marks', `\ufeff\ufeff${licenceFile}`, 'NOT_A_LICENCE_FILE'],
    ['that is empty', '', 'NOT_A_LICENCE_FILE'],
    ['that is a licence code', sampleCodes.licenceCode, 'NOT_A_LICENCE_FILE'],
    ['of the next version', licenceFile.replace('FILE v1', 'FILE v2'), 'FILE_NEWER'],
    ['of a version that is not a number', licenceFile.replace('FILE v1', 'FILE vX'), 'FILE_DAMAGED'],
    ['of three lines', lines.slice(0, 3).join('\n'), 'FILE_INCOMPLETE'],
    ['of three lines that end with a line break', `${lines.slice(0, 3).join('\n')}\n`, 'FILE_DAMAGED'],
    ['of one line', 'BASICS LICENCE FILE v1', 'FILE_INCOMPLETE'],
    [
      'with its key in upper case',
      licenceFile.replace(/key: .*/, (line) => `key: ${line.slice(5).toUpperCase()}`),
      'FILE_DAMAGED',
    ],
    ['with a space after a line', licenceFile.replace('v1\n', 'v1 \n'), 'FILE_DAMAGED'],
    ['with an incomplete signature', licenceFile.slice(0, -6), 'FILE_DAMAGED'],
    ['with a signature without padding', licenceFile.replace(/==\n$/, '\n'), 'FILE_DAMAGED'],
    ['with lines swapped', [lines[0], lines[2], lines[1], lines[3]].join('\n'), 'FILE_DAMAGED'],
    ['that is indented', licenceFile.replace(/^/gm, ' '), 'NOT_A_LICENCE_FILE'],
    ['signed by an unknown key', writeLicenceFile(samplePayload, unknownSigner, nodePrimitives), 'UNKNOWN_KEY'],
    ['with the signature of another file', createForgery(), 'NOT_GENUINE'],
  ])('%s is refused', (_, text, code) => {
    expect(readRefusal(text)).toBe(code);
  });

  test('a licence file signed by an unknown key is refused with the id of that key', () => {
    const text = writeLicenceFile(samplePayload, unknownSigner, nodePrimitives);
    const keyId = computeKeyId(unknownSigner.publicKey, nodePrimitives);
    expect(readLicenceFile(text, keys, nodePrimitives)).toEqual({
      ok: false,
      refusal: { code: 'UNKNOWN_KEY', keyId },
    });
  });

  test.each<[string, string, LicenceFileRefusal]>([
    ['no base64', createSignedFile('%%%'), 'FILE_DAMAGED'],
    ['base64 with loose bits', createSignedFile('eyJ2IjoxfR=='), 'FILE_DAMAGED'],
    ['no UTF-8', createSignedFile(toBase64(Uint8Array.of(0xff, 0xfe))), 'FILE_DAMAGED'],
    ['no JSON', createSignedJson('{'), 'FILE_DAMAGED'],
    ['no object', createSignedJson('[]'), 'FILE_DAMAGED'],
    ['a key twice', createSignedJson(JSON.stringify(samplePayload).replace('{', '{"exp":1,')), 'FILE_DAMAGED'],
    [
      'a key twice by an escape',
      createSignedJson(JSON.stringify(samplePayload).replace('{', '{"\\u0065xp":1,')),
      'FILE_DAMAGED',
    ],
    ['a key twice inside', createRepeatedKey(), 'FILE_DAMAGED'],
    ['a later version', changePayload({ v: 2 }), 'FILE_NEWER'],
    ['no version', changePayload({ v: undefined }), 'FILE_DAMAGED'],
    ['a version as text', changePayload({ v: '1' }), 'FILE_DAMAGED'],
    ['a time that is no integer', changePayload({ exp: 1_826_536_000.5 }), 'FILE_DAMAGED'],
    ['a time as text', changePayload({ nbf: '2026-11-18' }), 'FILE_DAMAGED'],
    ['a negative time', changePayload({ iat: -1 }), 'FILE_DAMAGED'],
    ['an expiry time before its start', changePayload({ exp: 1_795_000_000 }), 'FILE_DAMAGED'],
    ['an expiry time equal to its start', changePayload({ nbf: samplePayload.exp }), 'FILE_DAMAGED'],
    ['an expiry time that is null', changePayload({ exp: null }), 'FILE_DAMAGED'],
    [
      'a fingerprint in upper case',
      changePayload({ machine: { ...samplePayload.machine, fp: 'A'.repeat(32) } }),
      'FILE_DAMAGED',
    ],
    ['a later fingerprint scheme', changePayload({ machine: { ...samplePayload.machine, scheme: 3 } }), 'FILE_NEWER'],
    [
      'a machine name that is not allowed',
      changePayload({ machine: { ...samplePayload.machine, name: '\n' } }),
      'FILE_DAMAGED',
    ],
    ['a malformed list of revoked licences', changePayload({ deny: ['x'] }), 'FILE_DAMAGED'],
    ['no tool', changePayload({ tool: undefined }), 'FILE_DAMAGED'],
    ['no preferences', changePayload({ prefs: [] }), 'FILE_DAMAGED'],
  ])('a licence file with a valid signature over %s is refused', (_, text, code) => {
    expect(readRefusal(text)).toBe(code);
  });

  test('writing a licence file fails if readers would refuse its payload', () => {
    expect(() => writeLicenceFile({ ...samplePayload, exp: 0 }, testSigner, nodePrimitives)).toThrow('exp');
  });

  test('a licence file is distinguished from a licence code by its first words', () => {
    expect(looksLikeLicenceFile(`\ufeff${licenceFile}`)).toBe(true);
    expect(looksLikeLicenceFile(sampleCodes.licenceCode)).toBe(false);
  });
});

function createForgery(): string {
  const otherFile = writeLicenceFile({ ...samplePayload, seq: 2 }, testSigner, nodePrimitives);
  return [...licenceFile.split('\n').slice(0, 3), ...otherFile.split('\n').slice(3)].join('\n');
}

function createRepeatedKey(): string {
  return createSignedJson(JSON.stringify(samplePayload).replace('"tool":{', '"tool":{"id":8,'));
}
