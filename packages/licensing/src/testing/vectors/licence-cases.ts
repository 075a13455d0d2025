import { bytesToHex, concatBytes, encodeUtf8 } from '#licensing/bytes.ts';
import { readLicenceCode } from '#licensing/licence-code.ts';
import { writeLicenceFile } from '#licensing/licence-file.ts';
import { nodePrimitives } from '#licensing/node-primitives.ts';
import { writeRevocationList } from '#licensing/revocation-list.ts';
import { revocationVector, samplePayload, unknownSigner, testSigner, vector } from '#licensing/testing/samples.ts';
import { toCodeText } from '#licensing/text-form.ts';
import { manglings, numbersFrom } from './manglings.ts';
import type { ExpectedLicence, VectorCase } from './vector-case.ts';

const keys = [bytesToHex(testSigner.publicKey)];
const file = writeLicenceFile(samplePayload, testSigner, nodePrimitives);

const licence = (carrier: 'code' | 'file'): ExpectedLicence => ({
  licenceId: 'a1a2a3a4a5a6a7a8',
  carrier,
  toolId: 7,
  fingerprint: '83224618f33f14c1489dff92507dcf97',
  expiresAt: 1_826_536_000,
});

export function licenceCases(): VectorCase[] {
  const kind = 'licence';
  const codes = Object.entries(manglings).map(([how, mangle]): VectorCase => {
    return { id: `licence: code ${how}`, kind, text: mangle(vector.licenceCode), keys, expect: licence('code') };
  });
  const files: [string, string][] = [
    ['as written', file],
    ['with CRLF line ends', file.replaceAll('\n', '\r\n')],
    ['with a byte-order mark', `\ufeff${file}`],
    ['without its last line end', file.slice(0, -1)],
  ];
  const lines = file.split('\n');
  const refused: [name: string, text: string, refusal: string][] = [
    ['an empty text', '', 'NOT_A_CODE'],
    ['a verification code', vector.verificationCode, 'NOT_A_CODE'],
    ['file with a fifth line', `${file}more`, 'FILE_DAMAGED'],
    ['file of two lines', lines.slice(0, 2).join('\n'), 'FILE_INCOMPLETE'],
    ['file of the next version', file.replace('v1', 'v2'), 'FILE_NEWER'],
    ['file with lines swapped', [lines[0], lines[2], lines[1], lines[3]].join('\n'), 'FILE_DAMAGED'],
    ['file with a changed payload', file.replace('payload: eyJ2', 'payload: eyJ3'), 'NOT_GENUINE'],
    ['file with base64 without padding', file.replace(/==\n$/, '\n'), 'FILE_DAMAGED'],
    ['file of another key', writeLicenceFile(samplePayload, unknownSigner, nodePrimitives), 'UNKNOWN_KEY'],
    ['code of 10 groups', vector.licenceCode.split('-').slice(0, 11).join('-'), 'CODE_INCOMPLETE'],
    ['code with one wrong character', vector.licenceCode.replace('KTG007', 'KTG008'), 'CODE_TYPO'],
  ];
  return [
    ...codes,
    ...files.map(([name, text]): VectorCase => ({
      id: `licence: file ${name}`,
      kind,
      text,
      keys,
      expect: licence('file'),
    })),
    ...refused.map(([name, text, refusal]): VectorCase => ({
      id: `licence: ${name}`,
      kind,
      text,
      keys,
      expect: { refusal },
    })),
    { id: 'licence: file without any trusted key', kind, text: file, keys: [], expect: { refusal: 'UNKNOWN_KEY' } },
    ...forgedCodes(),
    ...listCases(),
  ];
}

/** One bit of the signed bytes flipped, and the checksum corrected, as a forger would. */
function forgedCodes(): VectorCase[] {
  const reading = readLicenceCode(vector.licenceCode, [testSigner.publicKey], nodePrimitives);
  const bytes = reading.ok ? reading.value.bytes : new Uint8Array();
  const next = numbersFrom(2);
  return Array.from({ length: 30 }, (_, index): VectorCase => {
    const at = 1 + next(116);
    const signed = bytes.slice(0, 117);
    signed[at] = (signed[at] ?? 0) ^ (1 << next(8));
    const sum = nodePrimitives.sha256(concatBytes(encodeUtf8('basics-lc-sum-v1\n'), signed)).slice(0, 3);
    const text = toCodeText('BL', concatBytes(signed, sum));
    // Bytes 1 to 4 are the key id.
    const expect = { refusal: at <= 4 ? 'UNKNOWN_KEY' : 'NOT_GENUINE' };
    return { id: `licence: forged code ${index + 1}, byte ${at}`, kind: 'licence', text, keys, expect };
  });
}

function listCases(): VectorCase[] {
  const kind = 'revocation-list';
  const list = { toolId: 7, seq: 3, issuedAt: 10, nextAt: 20, ids: [], keys: [] };
  const named = {
    toolId: 7,
    seq: 1_795_000_000_000,
    ids: ['0011223344556677', 'a1a2a3a4a5a6a7a8'],
    keys: ['ffeeddccbbaa9988'],
  };
  const empty = writeRevocationList(list, testSigner, nodePrimitives);
  const strange = writeRevocationList(list, unknownSigner, nodePrimitives);
  return [
    { id: `${kind}: of the format document`, kind, text: revocationVector, keys, expect: named },
    { id: `${kind}: empty`, kind, text: empty, keys, expect: { toolId: 7, seq: 3, ids: [], keys: [] } },
    { id: `${kind}: a licence file`, kind, text: file, keys, expect: { refusal: 'NOT_A_REVOCATION_LIST' } },
    { id: `${kind}: of another key`, kind, text: strange, keys, expect: { refusal: 'UNKNOWN_KEY' } },
    { id: `${kind}: with a fifth line`, kind, text: `${empty}x`, keys, expect: { refusal: 'FILE_DAMAGED' } },
    {
      id: `${kind}: of the next version`,
      kind,
      text: empty.replace('v1', 'v2'),
      keys,
      expect: { refusal: 'FILE_NEWER' },
    },
    { id: `${kind}: with another payload`, kind, text: empty.replace(/payload: .*/, revocationVector.split('\n')[2] ?? ''), keys, expect: { refusal: 'NOT_GENUINE' } }, // prettier-ignore
  ];
}
