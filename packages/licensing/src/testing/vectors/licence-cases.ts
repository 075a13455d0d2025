import { bytesToHex, concatBytes, encodeUtf8, hexToBytes } from '#licensing/encoding/bytes.ts';
import { readLicenceCode, writeLicenceCode } from '#licensing/licence-code.ts';
import { writeLicenceFile } from '#licensing/licence-file.ts';
import { nodePrimitives } from '#licensing/node-primitives.ts';
import { writeRevocationList } from '#licensing/revocation-list.ts';
import { revocationVector, samplePayload, unknownSigner, testSigner, sampleCodes } from '#licensing/testing/samples.ts';
import { writeSignedLines } from '#licensing/encoding/signed-lines.ts';
import { toCodeText } from '#licensing/text/text-form.ts';
import { manglings, createRandomNumbers } from './manglings.ts';
import type { ExpectedLicence, VectorCase } from './vector-case.ts';

const keys = [bytesToHex(testSigner.publicKey)];
const licenceFile = writeLicenceFile(samplePayload, testSigner, nodePrimitives);

const createExpectedLicence = (carrier: 'code' | 'file'): ExpectedLicence => ({
  licenceId: 'a1a2a3a4a5a6a7a8',
  carrier,
  trial: false,
  bridge: false,
  toolId: 7,
  fingerprint: '83224618f33f14c1489dff92507dcf97',
  expiresAt: 1_826_536_000,
});

/** The first bit is renamed since the licence file was issued, and the second is retired. */
const toolsDocument = JSON.stringify({
  tools: [
    { id: 'other', name: 'Other', number: 8, addOns: [{ id: 'other', name: 'Other', bit: 0 }] },
    {
      id: 'basics',
      name: 'Basics',
      number: 7,
      addOns: [
        { id: 'drawing', name: 'Drawing', bit: 0 },
        { id: 'import', name: 'Import', bit: 2 },
        { id: 'rail', name: 'Rail', bit: 3 },
        { id: 'later', name: 'Later', bit: 4 },
        { id: 'last', name: 'Last', bit: 31 },
        { id: 'wrong', name: 'Wrong', bit: 32 },
      ],
    },
  ],
  brands: [],
});

/** The file and the code of the same licence, which has the bits 0 to 3. */
export function createAddOnCases(): VectorCase[] {
  const rows: [name: string, addOn: string, inFile: boolean, inCode: boolean, tools?: string][] = [
    ['that it includes', 'rail', true, true],
    ['that it does not include', 'later', false, false],
    ['that nobody knows', 'unknown', false, false],
    ['that was renamed, by its new name', 'drawing', true, true],
    ['that is retired', 'export', true, false],
    ['of another tool', 'other', false, false],
    ['with a bit above 31', 'wrong', false, false],
    ['whose name is escaped in the list', 'rail', true, true, toolsDocument.replace('"rail"', String.raw`"\u0072ail"`)],
    ['without a list', 'rail', true, false, ''],
    ['with a list that is not JSON', 'rail', true, false, toolsDocument.slice(1)],
    ['with a list of another form', 'rail', true, false, '{"tools":{"number":7}}'],
    ['with a bit that is not a number', 'rail', true, false, toolsDocument.replace('"bit":3', '"bit":"3"')],
  ];
  const withLastBit = writeLicenceFile(
    { ...samplePayload, ent: { bits: 2 ** 31, names: [] } },
    testSigner,
    nodePrimitives,
  );
  const kind = 'add-on';
  return [
    ...rows.flatMap(([name, addOn, inFile, inCode, tools = toolsDocument]): VectorCase[] => [
      { id: `add-on: of a file, ${name}`, kind, text: licenceFile, keys, tools, addOn, expect: inFile },
      { id: `add-on: of a code, ${name}`, kind, text: sampleCodes.licenceCode, keys, tools, addOn, expect: inCode },
    ]),
    { id: 'add-on: with bit 31', kind, text: withLastBit, keys, tools: toolsDocument, addOn: 'last', expect: true },
  ];
}

export function createLicenceCases(): VectorCase[] {
  const kind = 'licence';
  const codeVectors = Object.entries(manglings).map(([manglingName, mangleCode]): VectorCase => {
    return {
      id: `licence: code ${manglingName}`,
      kind,
      text: mangleCode(sampleCodes.licenceCode),
      keys,
      expect: createExpectedLicence('code'),
    };
  });
  const codeWithPrefixGroup = createCodeWithPrefixGroup();
  codeVectors.push({
    id: 'licence: code with a group that begins like the prefix, without its prefix',
    kind,
    text: codeWithPrefixGroup.slice(3),
    keys,
    expect: { ...createExpectedLicence('code'), licenceId: 'a1a20584a5a6a7a8' },
  });
  const fileRows: [string, string][] = [
    ['as written', licenceFile],
    ['with CRLF line ends', licenceFile.replaceAll('\n', '\r\n')],
    ['with a byte-order mark', `\ufeff${licenceFile}`],
    ['without its last line end', licenceFile.slice(0, -1)],
  ];
  const lines = licenceFile.split('\n');
  const refusedRows: [name: string, text: string, refusal: string][] = [
    ['an empty text', '', 'NOT_A_CODE'],
    ['a verification code', sampleCodes.verificationCode, 'NOT_A_CODE'],
    ['file with a fifth line', `${licenceFile}more`, 'FILE_DAMAGED'],
    ['file of two lines', lines.slice(0, 2).join('\n'), 'FILE_INCOMPLETE'],
    ['file of three lines with their ends', `${lines.slice(0, 3).join('\n')}\n`, 'FILE_DAMAGED'],
    ['file of the next version', licenceFile.replace('v1', 'v2'), 'FILE_NEWER'],
    ['file with an empty fifth line', `${licenceFile}\n`, 'FILE_DAMAGED'],
    ['file with a line in front', `\n${licenceFile}`, 'NOT_A_LICENCE_FILE'],
    ['file quoted in a mail', licenceFile.replace(/^/gm, '> '), 'NOT_A_LICENCE_FILE'],
    ['file with its title in lower case', licenceFile.replace('BASICS', 'basics'), 'NOT_A_LICENCE_FILE'],
    ['file of a version that is no number', licenceFile.replace('v1', 'vX'), 'FILE_DAMAGED'],
    ['file with a blank behind a line', licenceFile.replace('v1', 'v1 '), 'FILE_DAMAGED'],
    [
      'file with its key in upper case',
      licenceFile.replace('key: 56475aa75463474c', 'key: 56475AA75463474C'),
      'FILE_DAMAGED',
    ],
    ['file with a sign in its payload', licenceFile.replace('payload: eyJ2', 'payload: eyJ\u2028'), 'FILE_DAMAGED'],
    ['file with lines swapped', [lines[0], lines[2], lines[1], lines[3]].join('\n'), 'FILE_DAMAGED'],
    ['file with a changed payload', licenceFile.replace('payload: eyJ2', 'payload: eyJ3'), 'NOT_GENUINE'],
    ['file with base64 without padding', licenceFile.replace(/==\n$/, '\n'), 'FILE_DAMAGED'],
    ['file of another key', writeLicenceFile(samplePayload, unknownSigner, nodePrimitives), 'UNKNOWN_KEY'],
    ['code of 10 groups', sampleCodes.licenceCode.split('-').slice(0, 11).join('-'), 'CODE_INCOMPLETE'],
    ['code of the next version with a wrong signature and the right checksum', createNewerForgedCode(), 'CODE_TYPO'],
    ['code with one wrong character', sampleCodes.licenceCode.replace('KTG007', 'KTG008'), 'CODE_TYPO'],
  ];
  return [
    ...codeVectors,
    ...fileRows.map(([name, text]): VectorCase => ({
      id: `licence: file ${name}`,
      kind,
      text,
      keys,
      expect: createExpectedLicence('file'),
    })),
    ...refusedRows.map(([name, text, refusal]): VectorCase => ({
      id: `licence: ${name}`,
      kind,
      text,
      keys,
      expect: { refusal },
    })),
    {
      id: 'licence: file without any trusted key',
      kind,
      text: licenceFile,
      keys: [],
      expect: { refusal: 'UNKNOWN_KEY' },
    },
    ...createForgedCases(),
    ...createPayloadCases(),
    ...createRevocationListCases(),
  ];
}

/** Creates a licence code whose third group begins with `B1`, which a reader could take for the prefix `BL`. */
function createCodeWithPrefixGroup(): string {
  const reading = readLicenceCode(sampleCodes.licenceCode, [testSigner.publicKey], nodePrimitives);
  if (!reading.ok) throw new Error('The sample code cannot be read');
  const terms = { ...reading.value.terms, licenceId: hexToBytes('a1a20584a5a6a7a8') };
  return writeLicenceCode(terms, testSigner, nodePrimitives);
}

/** The checksum is right for version 1, so the version is a typing error, although the signature is wrong. */
function createNewerForgedCode(): string {
  const reading = readLicenceCode(sampleCodes.licenceCode, [testSigner.publicKey], nodePrimitives);
  const signedBytes = reading.ok ? reading.value.bytes.slice(0, 117) : new Uint8Array();
  signedBytes[60] = (signedBytes[60] ?? 0) ^ 1;
  const checksum = nodePrimitives.sha256(concatBytes(encodeUtf8('basics-lc-sum-v1\n'), signedBytes)).slice(0, 3);
  signedBytes[0] = 0x22;
  return toCodeText('BL', concatBytes(signedBytes, checksum));
}

/** Licence files with a genuine signature, some with a payload that a reader must refuse. */
function createPayloadCases(): VectorCase[] {
  const json = JSON.stringify(samplePayload);
  const nestArrays = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const { machine } = samplePayload;
  const payloadRows: [name: string, payload: string, expect: string | Partial<ExpectedLicence>][] = [
    ['of a trial', changeSamplePayload({ trial: true }), { trial: true }],
    ['of a bridge', changeSamplePayload({ bridge: true, trial: false }), { bridge: true }],
    ['with spaces', JSON.stringify(samplePayload, null, 2), {}],
    ['with an unknown field', json.replace('{', '{"colour":["blue",{"depth":1e999}],'), {}],
    ['with a number in another form', json.replace('"seq":1', '"seq":1.0e0'), {}],
    ['nested 32 deep', changeSamplePayload({}).replace('{', `{"x":${nestArrays(31)},`), {}],
    ['nested 33 deep', changeSamplePayload({}).replace('{', `{"x":${nestArrays(32)},`), 'FILE_DAMAGED'],
    ['with half a surrogate pair', json.replace('{', String.raw`{"x":"\ud800",`), 'FILE_DAMAGED'],
    ['with a surrogate pair', json.replace('{', String.raw`{"x":"\ud83d\ude00",`), {}],
    ['with a trial in words', changeSamplePayload({ trial: 'yes' }), 'FILE_DAMAGED'],
    ['that is no JSON', '{', 'FILE_DAMAGED'],
    ['that is no object', '[]', 'FILE_DAMAGED'],
    ['with more behind it', `${json}1`, 'FILE_DAMAGED'],
    ['with a comma too many', json.replace(/}$/, ',}'), 'FILE_DAMAGED'],
    ['with a key twice', json.replace('{', '{"exp":1,'), 'FILE_DAMAGED'],
    ['with a key twice by an escape', json.replace('{', String.raw`{"\u0065xp":1,`), 'FILE_DAMAGED'],
    ['with a key twice inside', json.replace('"tool":{', '"tool":{"id":8,'), 'FILE_DAMAGED'],
    ['of the next version', changeSamplePayload({ v: 2 }), 'FILE_NEWER'],
    ['of the highest version', changeSamplePayload({ v: Number.MAX_SAFE_INTEGER }), 'FILE_NEWER'],
    ['of a version above the highest', json.replace('"v":1', '"v":9007199254740992'), 'FILE_DAMAGED'],
    ['of a version far above the highest', json.replace('"v":1', '"v":1e300'), 'FILE_DAMAGED'],
    ['of version 0', changeSamplePayload({ v: 0 }), 'FILE_DAMAGED'],
    ['with a number with many zeros', json.replace('"seq":1', `"seq":0.${'0'.repeat(500)}1e501`), {}],
    ['with a number with many digits', json.replace('"seq":1', `"seq":1.${'0'.repeat(400)}1`), {}],
    ['with a comment', json.replace('{', '{/* */'), 'FILE_DAMAGED'],
    ['that begins after its end', changeSamplePayload({ nbf: samplePayload.exp }), 'FILE_DAMAGED'],
    ['with add-ons that are no list', changeSamplePayload({ ent: { bits: 1, names: 'rail' } }), 'FILE_DAMAGED'],
    ['with an add-on that is no text', changeSamplePayload({ ent: { bits: 1, names: [1] } }), 'FILE_DAMAGED'],
    ['without the verification code', changeSamplePayload({ vc: undefined }), 'FILE_DAMAGED'],
    ['with a short hash of the verification code', changeSamplePayload({ vc: '00' }), 'FILE_DAMAGED'],
    ['without a sequence number', changeSamplePayload({ seq: undefined }), 'FILE_DAMAGED'],
    ['with a negative sequence number', changeSamplePayload({ seq: -1 }), 'FILE_DAMAGED'],
    ['with preferences that are a list', changeSamplePayload({ prefs: [] }), 'FILE_DAMAGED'],
    ['with too many days of grace', changeSamplePayload({ graceDays: 3661 }), 'FILE_DAMAGED'],
    ['of the next version without an owner', changeSamplePayload({ v: 2, user: null }), 'FILE_NEWER'],
    ['of the next fingerprint scheme without an owner', changeSamplePayload({ machine: { ...machine, scheme: 3 }, user: null }), 'FILE_DAMAGED'], // oxfmt-ignore
    ['with a version in words', changeSamplePayload({ v: '1' }), 'FILE_DAMAGED'],
    ['of the next fingerprint scheme', changeSamplePayload({ machine: { ...machine, scheme: 3 } }), 'FILE_NEWER'],
    ['with a fraction of a second', changeSamplePayload({ exp: 1_826_536_000.5 }), 'FILE_DAMAGED'],
    ['with a time in words', changeSamplePayload({ nbf: '2026-11-18' }), 'FILE_DAMAGED'],
    ['with a negative time', changeSamplePayload({ iat: -1 }), 'FILE_DAMAGED'],
    ['that ends when it is issued', changeSamplePayload({ exp: samplePayload.iat }), 'FILE_DAMAGED'],
    ['without an end', changeSamplePayload({ exp: null }), 'FILE_DAMAGED'],
    ['with hex in upper case', changeSamplePayload({ machine: { ...machine, fp: 'A'.repeat(32) } }), 'FILE_DAMAGED'],
    ['with a line end in the name', changeSamplePayload({ machine: { ...machine, name: '\n' } }), 'FILE_DAMAGED'],
    [
      'with a name that is too long',
      changeSamplePayload({ machine: { ...machine, name: 'a'.repeat(33) } }),
      'FILE_DAMAGED',
    ],
    ['that denies what is no id', changeSamplePayload({ deny: ['x'] }), 'FILE_DAMAGED'],
    ['that denies a licence', changeSamplePayload({ deny: ['0011223344556677'] }), {}],
    ['without preferences', changeSamplePayload({ prefs: undefined }), 'FILE_DAMAGED'],
  ];
  return payloadRows.map(([name, payload, expect]): VectorCase => {
    const text = writeSignedLines('BASICS LICENCE FILE', payload, testSigner, nodePrimitives);
    const expectedAnswer =
      typeof expect === 'string' ? { refusal: expect } : { ...createExpectedLicence('file'), ...expect };
    return { id: `licence: file with a payload ${name}`, kind: 'licence', text, keys, expect: expectedAnswer };
  });
}

const changeSamplePayload = (change: object): string => JSON.stringify({ ...samplePayload, ...change });

/** Creates licences in which one bit of the signed bytes was flipped and the checksum corrected, as a forger would do. */
function createForgedCases(): VectorCase[] {
  const reading = readLicenceCode(sampleCodes.licenceCode, [testSigner.publicKey], nodePrimitives);
  const bytes = reading.ok ? reading.value.bytes : new Uint8Array();
  const nextNumber = createRandomNumbers(2);
  return Array.from({ length: 30 }, (_, index): VectorCase => {
    const at = 1 + nextNumber(116);
    const signedBytes = bytes.slice(0, 117);
    signedBytes[at] = (signedBytes[at] ?? 0) ^ (1 << nextNumber(8));
    const checksum = nodePrimitives.sha256(concatBytes(encodeUtf8('basics-lc-sum-v1\n'), signedBytes)).slice(0, 3);
    const text = toCodeText('BL', concatBytes(signedBytes, checksum));
    // Bytes 1 to 4 are the key id.
    const expect = { refusal: at <= 4 ? 'UNKNOWN_KEY' : 'NOT_GENUINE' };
    return { id: `licence: forged code ${index + 1}, byte ${at}`, kind: 'licence', text, keys, expect };
  });
}

/** Revocation lists with a genuine signature and a payload that a reader must refuse. */
function createListPayloadCases(): VectorCase[] {
  const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
  const first = '0011223344556677';
  const second = 'a1a2a3a4a5a6a7a8';
  const rows: [name: string, change: object, refusal?: string][] = [
    ['of the next version', { v: 2, tool: null }, 'FILE_NEWER'],
    ['with a version in words', { v: '1' }],
    ['without a number', { seq: undefined }],
    ['with a number that is too high', { seq: 2 ** 53 }],
    ['of a tool that is too high', { tool: 65_536 }],
    ['that is due before it is issued', { next: 9 }],
    ['with half an id', { ids: base64('00112233') }],
    ['with ids that descend', { ids: base64(second + first) }],
    ['with an id twice', { ids: base64(first + first) }],
    ['with ids that are no base64', { ids: base64(first).replace('=', '') }],
    ['with ids in a list', { ids: [first] }],
    ['with keys that descend', { keys: [second, first] }],
    ['with a key twice', { keys: [first, first] }],
    ['with a key in upper case', { keys: [second.toUpperCase()] }],
    ['with a short key', { keys: ['00'] }],
    ['with a key that is no text', { keys: [1] }],
    ['without keys', { keys: undefined }],
  ];
  return rows.map(([name, change, refusal = 'FILE_DAMAGED']): VectorCase => {
    const payload = { v: 1, tool: 7, seq: 3, iat: 10, next: 20, ids: '', keys: [], ...change };
    const text = writeSignedLines('BASICS REVOCATIONS', JSON.stringify(payload), testSigner, nodePrimitives);
    return { id: `revocation-list: a payload ${name}`, kind: 'revocation-list', text, keys, expect: { refusal } };
  });
}

function createRevocationListCases(): VectorCase[] {
  const kind = 'revocation-list';
  const list = { toolId: 7, seq: 3, issuedAt: 10, nextAt: 20, ids: [], keys: [] };
  const expectedList = {
    toolId: 7,
    seq: 1_795_000_000_000,
    ids: ['0011223344556677', 'a1a2a3a4a5a6a7a8'],
    keys: ['ffeeddccbbaa9988'],
  };
  const emptyListText = writeRevocationList(list, testSigner, nodePrimitives);
  const listOfUnknownKey = writeRevocationList(list, unknownSigner, nodePrimitives);
  return [
    { id: `${kind}: of the format document`, kind, text: revocationVector, keys, expect: expectedList },
    { id: `${kind}: empty`, kind, text: emptyListText, keys, expect: { toolId: 7, seq: 3, ids: [], keys: [] } },
    { id: `${kind}: a licence file`, kind, text: licenceFile, keys, expect: { refusal: 'NOT_A_REVOCATION_LIST' } },
    { id: `${kind}: of another key`, kind, text: listOfUnknownKey, keys, expect: { refusal: 'UNKNOWN_KEY' } },
    { id: `${kind}: with a fifth line`, kind, text: `${emptyListText}x`, keys, expect: { refusal: 'FILE_DAMAGED' } },
    {
      id: `${kind}: of the next version`,
      kind,
      text: emptyListText.replace('v1', 'v2'),
      keys,
      expect: { refusal: 'FILE_NEWER' },
    },
    ...createListPayloadCases(),
    { id: `${kind}: with another payload`, kind, text: emptyListText.replace(/payload: .*/, revocationVector.split('\n')[2] ?? ''), keys, expect: { refusal: 'NOT_GENUINE' } }, // oxfmt-ignore
  ];
}
