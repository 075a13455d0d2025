import { bytesToHex, concatBytes, encodeUint, encodeUtf8, hexToBytes, toBase64 } from '#licensing/encoding/bytes.ts';
import { createFingerprint } from '#licensing/fingerprint.ts';
import { writeSignedLines } from '#licensing/encoding/signed-lines.ts';
import { createSignerFromSeed, nodePrimitives } from '#licensing/node-primitives.ts';
import type { Signer } from '#licensing/primitives.ts';
import { sampleCodes, samplePayload, testSigner, unknownSigner } from '#licensing/testing/samples.ts';
import { printCode, toCodeText } from '#licensing/text/text-form.ts';
import { readVerificationCode } from '#licensing/verification-code.ts';
import type { ExpectedRefusal, VectorCase } from './vector-case.ts';

/** Cases that only a reader without one rule of the format answers wrongly: packages/desktop/src/testing/misreadings.ts. */
export const createRuleCases = (): VectorCase[] => [
  ...createFileCases(),
  ...createPayloadCases(),
  ...createListCases(),
  ...createLicenceCodeCases(),
  ...createTextCases(),
  ...createFactCases(),
];

const keys = [bytesToHex(testSigner.publicKey)];
const title = 'BASICS LICENCE FILE';
const json = JSON.stringify(samplePayload);
const file = writeSignedLines(title, json, testSigner, nodePrimitives);
const { machine, tool, iat, exp } = samplePayload;
const accepted = {
  licenceId: 'a1a2a3a4a5a6a7a8',
  carrier: 'file',
  trial: false,
  bridge: false,
  toolId: 7,
  fingerprint: '83224618f33f14c1489dff92507dcf97',
  expiresAt: exp,
};
const damaged = { refusal: 'FILE_DAMAGED' };
const tooLong = { refusal: 'FILE_DAMAGED', detail: 'too-long' };

type Answer = Extract<VectorCase, { kind: 'licence' }>['expect'];

/** Signs a file whose payload is no canonical base64. */
function signPayload(payload: string, signer: Signer = testSigner): string {
  const [, keyLine = ''] = writeSignedLines(title, '', signer, nodePrimitives).split('\n');
  const signedLines = `${title} v1\n${keyLine}\npayload: ${payload}\n`;
  return `${signedLines}signature: ${toBase64(signer.sign(encodeUtf8(signedLines)))}\n`;
}

/** The base64 of the JSON of the sample, with spaces at its end so that the last group of base64 has this number of bytes. */
function encodePadded(lastGroup: 1 | 3): string {
  const { length } = encodeUtf8(json);
  return toBase64(encodeUtf8(json + ' '.repeat(3 - (length % 3) + lastGroup)));
}

/** A genuine file of 3,999,999 bytes: the JSON of its payload ends in spaces. */
function createLongestFile(): string {
  const start = encodePadded(3);
  return signPayload(start + 'ICAg'.repeat((4_000_000 - signPayload(start).length) / 4));
}

function createFileCases(): VectorCase[] {
  const longestFile = createLongestFile();
  const unknownFile = signPayload(toBase64(encodeUtf8(json)), unknownSigner);
  const rows: [name: string, text: string, expect: Answer][] = [
    ['left-over bits in its payload', signPayload(encodePadded(1).replace(/A==$/, 'B==')), damaged],
    ['a byte-order mark in its payload', signPayload(toBase64(encodeUtf8(`\ufeff${json}`))), damaged],
    ['two byte-order marks', `\ufeff\ufeff${file}`, { refusal: 'NOT_A_LICENCE_FILE' }],
    ['carriage returns inside of its lines', file.replace('payload: ey', 'pay\rload: e\r\ry'), accepted],
    ['a version that begins with zero', file.replace('v1', 'v01'), damaged],
    ['a version of five digits', file.replace('v1', 'v10000'), damaged],
    ['4,000,000 bytes', longestFile.replace('\n', '\r\n'), accepted],
    ['4,000,001 bytes, with carriage returns', longestFile.replace('\n', '\r\r\n'), tooLong],
    ['4,000,002 bytes, with a byte-order mark', `\ufeff${longestFile}`, tooLong],
    ['4,000,000 characters and more bytes', `${title} v1\n${'\u00e9'.repeat(2_000_000)}`, tooLong],
    ['one line, of the next version', `${title} v2`, { refusal: 'FILE_NEWER' }],
    ['an empty payload, of another key', signPayload('', unknownSigner), damaged],
    ['a signature of 63 bytes', file.replace(/signature: .*/, `signature: ${toBase64(new Uint8Array(63))}`), damaged],
    ['a payload that is no base64, of another key', unknownFile.replace('payload: ', 'payload: ='), { refusal: 'UNKNOWN_KEY' }],
    ['a wide space before it', `\u3000${file}`, { refusal: 'NOT_A_LICENCE_FILE' }],
    ['a sentence before it', `Hello ${file}`, { refusal: 'NOT_A_CODE', detail: 'licence-file' }],
  ]; // oxfmt-ignore
  return rows.map(([name, text, expect]) => ({
    id: `licence: file with ${name}`,
    kind: 'licence',
    text,
    keys,
    expect,
  }));
}

function createPayloadCases(): VectorCase[] {
  const change = (changes: object): string => JSON.stringify({ ...samplePayload, ...changes });
  const newer = { ...machine, scheme: 3 };
  const rows: [name: string, payload: string, expect?: Answer][] = [
    ['half a surrogate pair in a key', json.replace('{', String.raw`{"\ud800":1,`)],
    ['an id in upper case', change({ lid: 'A1A2A3A4A5A6A7A8' })],
    ['a short id', change({ lid: 'a1a2a3a4a5a6a7' })],
    ['a number as brand', change({ brand: 1 })],
    ['a tool of more than 16 bits', change({ tool: { ...tool, id: 65_536 } })],
    ['a tool without a name', change({ tool: { ...tool, name: undefined } })],
    ['version 256 as the highest', change({ tool: { ...tool, maxMajor: 256 } })],
    ['a fingerprint of three parts', change({ machine: { ...machine, fp: machine.fp.slice(0, 24) } })],
    ['scheme 16', change({ machine: { ...machine, scheme: 16 } })],
    ['scheme 0', change({ machine: { ...machine, scheme: 0 } }), { refusal: 'FILE_NEWER' }],
    ['no name of the PC', change({ machine: { ...machine, name: undefined } })],
    ['a hash in upper case', change({ vc: samplePayload.vc.toUpperCase() })],
    ['bits above 32', change({ ent: { bits: 2 ** 32, names: [] } })],
    ['no names of add-ons', change({ ent: { bits: 1 } })],
    ['an end above 32 bits', change({ exp: 2 ** 32 })],
    ['no start', change({ nbf: undefined })],
    ['a start before the date of issue', change({ nbf: 0 }), accepted],
    ['no grace period', change({ graceDays: undefined })],
    ['the longest grace period', change({ graceDays: 3660 }), accepted],
    ['a bridge in words', change({ bridge: 'yes' })],
    ['null as denied ids', change({ deny: null })],
    ['null as trial', change({ trial: null })],
    ['a denied id in upper case', change({ deny: ['A1A2A3A4A5A6A7A8'] })],
    ['the next scheme and a denied id in upper case', change({ machine: newer, deny: ['A1A2A3A4A5A6A7A8'] })],
    ['201 denied ids', change({ deny: Array.from({ length: 201 }, (_, at) => at.toString(16).padStart(16, '0')) }), accepted],
    ['the next scheme and an end before its start', change({ machine: newer, exp: 1 }), { refusal: 'FILE_NEWER' }],
    ['the next scheme and a name that is too long', change({ machine: { ...newer, name: 'a'.repeat(33) } }), { refusal: 'FILE_NEWER' }],
    ['an end after its start and before its date of issue', change({ iat: exp })],
    ['a name of 17 characters with 34 bytes', change({ machine: { ...machine, name: '\u00e9'.repeat(17) } })],
    ['a name of 16 characters with 32 bytes', change({ machine: { ...machine, name: '\u00e9'.repeat(16) } }), accepted],
    ['a direction mark in its name', change({ machine: { ...machine, name: 'a\u202eb' } }), accepted],
    ['U+007F in its name', change({ machine: { ...machine, name: 'a\u007f' } })],
    ['U+0085 in its name', change({ machine: { ...machine, name: '\u0085' } })],
    ['a fraction as version', json.replace('"v":1', '"v":1.5')],
    ['numbers with an exponent', json.replace('"graceDays":14', '"graceDays":1.4E+1'), accepted],
    ['a start that is too small for a double', json.replace(/"nbf":\d+/, `"nbf":0.${'0'.repeat(400)}1`), accepted],
    ['a start that is as small as a double can be', json.replace(/"nbf":\d+/, '"nbf":5e-324')],
    ['the highest start as a number with an exponent of four digits', json.replace(/"nbf":\d+/, `"nbf":0.${'0'.repeat(1100)}1e1101`), accepted],
    ['a sequence number above 2^53', change({ seq: 2 ** 53 })],
  ]; // oxfmt-ignore
  return rows.map(([name, payload, expect = { ...damaged, detail: 'malformed' }]): VectorCase => {
    const text = writeSignedLines(title, payload, testSigner, nodePrimitives);
    const isNewer = 'refusal' in expect && expect.refusal === 'FILE_NEWER';
    return {
      id: `licence: file with ${name}`,
      kind: 'licence',
      text,
      keys,
      expect: isNewer ? { refusal: 'FILE_NEWER' } : expect,
    };
  });
}

function createListCases(): VectorCase[] {
  const rows: [name: string, change: object, expect?: ExpectedRefusal][] = [
    ['a fraction as version', { v: 1.5 }],
    ['a version above 2^53', { v: 2 ** 53 }],
    ['a due date above 32 bits', { next: 2 ** 32 }],
    ['a negative date', { iat: -1 }],
    ['a fraction as number', { seq: 1.5 }],
    ['no ids', { ids: undefined }],
  ];
  const createList = (change: object): string =>
    writeSignedLines('BASICS REVOCATIONS', JSON.stringify({ v: 1, tool: 7, seq: 3, iat: 10, next: 20, ids: '', keys: [], ...change }), testSigner, nodePrimitives); // oxfmt-ignore
  const kind = 'revocation-list';
  const expect = { toolId: 7, seq: 2 ** 53 - 1, ids: [], keys: [] };
  const bounds = { seq: 2 ** 53 - 1, iat: 2 ** 32 - 1, next: 2 ** 32 - 1, colour: 'blue' };
  return [
    ...rows.map(([name, change, refusal = damaged]): VectorCase => {
      return { id: `${kind}: with ${name}`, kind, text: createList(change), keys, expect: refusal };
    }),
    { id: `${kind}: with the highest numbers and an unknown field`, kind, text: createList(bounds), keys, expect },
    { id: `${kind}: with a sentence before it`, kind, text: `x${createList({})}`, keys, expect: { refusal: 'NOT_A_REVOCATION_LIST' } },
    { id: `${kind}: with its title in lower case`, kind, text: createList({}).replace('BASICS', 'basics'), keys, expect: { refusal: 'NOT_A_REVOCATION_LIST' } },
  ]; // oxfmt-ignore
}

/** The seeds of two keys whose ids have the same first four bytes. */
const seedsOfEqualIds = [34_433, 170_398];

type CodeFields = { flags?: number; expiresAt?: number; fp?: string; signer?: Signer };

/** Signs a licence code, also one that the writer of licence codes would refuse. */
function createCode({ flags = 1, expiresAt = exp, fp = machine.fp, signer = testSigner }: CodeFields): string {
  const body = concatBytes(
    encodeUint(0x21, 1),
    nodePrimitives.sha256(signer.publicKey).subarray(0, 4),
    hexToBytes('a1a2a3a4a5a6a7a8000701'),
    encodeUint(flags, 1),
    encodeUint(15, 4),
    encodeUint(iat, 4),
    encodeUint(expiresAt, 4),
    hexToBytes(fp),
    hexToBytes('6d45245fad54962d'),
  );
  const signed = concatBytes(body, signer.sign(concatBytes(encodeUtf8('basics-licence-code-v1\n'), body)));
  const checksum = nodePrimitives.sha256(concatBytes(encodeUtf8('basics-lc-sum-v1\n'), signed)).slice(0, 3);
  return toCodeText('BL', concatBytes(signed, checksum));
}

function createLicenceCodeCases(): VectorCase[] {
  const seeds = seedsOfEqualIds.map((seed) => concatBytes(new Uint8Array(28), encodeUint(seed, 4)));
  const signers = seeds.map((seed) => createSignerFromSeed(seed));
  const equalKeys = signers.map(({ publicKey }) => bytesToHex(publicKey));
  const acceptedCode = { ...accepted, carrier: 'code' };
  const malformed = { refusal: 'NOT_A_CODE', detail: 'malformed' };
  const rows: [name: string, text: string, expect: Answer, caseKeys?: string[]][] = [
    ['of the next fingerprint scheme', createCode({ flags: 3 }), { refusal: 'CODE_NEWER' }],
    ['of the next fingerprint scheme that ends before it is issued', createCode({ flags: 3, expiresAt: 1 }), { refusal: 'CODE_NEWER' }],
    ['that ends when it is issued', createCode({ expiresAt: iat }), malformed],
    ['that ends before it is issued', createCode({ expiresAt: iat - 1 }), malformed],
    ['of a trial', createCode({ flags: 0x81 }), { ...acceptedCode, trial: true }],
    ['of brand 7', createCode({ flags: 0x71 }), acceptedCode],
    ['without an end', createCode({ expiresAt: 0xffff_ffff }), { ...acceptedCode, expiresAt: 0xffff_ffff }],
    ...signers.map((signer, at): [string, string, Answer, string[]] => [
      `of key ${at + 1} of two keys whose ids have the same first four bytes`,
      createCode({ signer }),
      acceptedCode,
      equalKeys,
    ]),
    ['of an unknown key whose id has the same first four bytes', createCode(signers[0] ? { signer: signers[0] } : {}), { refusal: 'NOT_GENUINE' }, equalKeys.slice(1)],
  ]; // oxfmt-ignore
  return [
    ...rows.map(([name, text, expect, caseKeys = keys]): VectorCase => {
      return { id: `licence: code ${name}`, kind: 'licence', text, keys: caseKeys, expect };
    }),
    ...createCheckCases(),
  ];
}

function createCheckCases(): VectorCase[] {
  const facts = { 'machine-id': 'M-1', 'board-id': 'B-1' };
  const fp = bytesToHex(createFingerprint(facts, nodePrimitives));
  const createFile = (change: object): string =>
    writeSignedLines(title, JSON.stringify({ ...samplePayload, machine: { ...machine, fp }, ...change }), testSigner, nodePrimitives); // oxfmt-ignore
  const [code, day] = [createCode({ fp }), 86_400];
  const rows: [name: string, code: string, text: string, at: { now: number; toolId?: number; highWaterMark?: number }][] = [
    ['file for a lower version than the highest', 'VALID', createFile({ tool: { ...tool, maxMajor: 2 } }), { now: iat }],
    ['file for another tool, on another PC', 'OTHER_TOOL', file, { now: iat, toolId: 8 }],
    ['file that begins later, with a high-water mark near its start', 'NOT_YET_VALID', createFile({ nbf: iat + 9 * day }), { now: iat + 7 * day - 1, highWaterMark: iat + 8 * day }],
    ['file that never expires, at the end of the time', 'VALID', createFile({ exp: 0xffff_ffff }), { now: 0xffff_ffff }],
    ['code in its grace period', 'IN_GRACE', code, { now: exp + 14 * day - 1 }],
    ['code after 14 days of grace', 'EXPIRED', code, { now: exp + 14 * day }],
    ['code 48 hours before it is issued', 'VALID', code, { now: iat - 2 * day }],
    ['code further before it is issued', 'NOT_YET_VALID', code, { now: iat - 2 * day - 1 }],
  ]; // oxfmt-ignore
  return rows.map(([name, verdict, text, change]): VectorCase => {
    const at = { facts, toolId: 7, toolMajor: 1, highWaterMark: 0, denied: [], revoked: [], ...change };
    const expect = { code: verdict, allowed: verdict === 'VALID' || verdict === 'IN_GRACE' };
    return { id: `check: a ${name}`, kind: 'check', text, keys, at, expect };
  });
}

const code = sampleCodes.verificationCode;
const claims = {
  reason: 'new',
  toolId: 7,
  toolVersion: { major: 1, minor: 0, patch: 1 },
  fingerprint: machine.fp,
  nonce: '0102030405060708',
  createdAt: iat,
  machineName: machine.name,
};

/** Returns the sample code with another second byte and another name, and the right checksum. */
function createVerificationCode(secondByte: number, name: string): string {
  const reading = readVerificationCode(code, nodePrimitives);
  const head = reading.ok ? reading.value.bytes.slice(0, 36).with(1, secondByte) : new Uint8Array();
  const body = concatBytes(head, encodeUint(encodeUtf8(name).length, 1), encodeUtf8(name));
  return toCodeText('BV', concatBytes(body, nodePrimitives.sha256(concatBytes(encodeUtf8('basics-vc-v1\n'), body)).slice(0, 4))); // oxfmt-ignore
}

function createTextCases(): VectorCase[] {
  const kind = 'verification-code';
  const foreign = { refusal: 'CODE_TYPO', found: 24, expected: 66, detail: 'foreign-character' };
  const emojis = (count: number): string => '\u{1f600}'.repeat(count);
  const rows: [name: string, text: string, expect: typeof claims | ExpectedRefusal][] = [
    ['of 100,000 code points', emojis(100_000 - code.length) + code, claims],
    ['of 100,001 code points', emojis(100_001 - code.length) + code, { refusal: 'NOT_A_CODE', detail: 'too-long' }],
    ['with 199 starts before it', 'BV.'.repeat(199) + code, claims],
    ['with 200 starts before it', 'BV.'.repeat(200) + code, { refusal: 'NOT_A_CODE' }],
    ['directly after a letter', `A${code}`, { refusal: 'NOT_A_CODE' }],
    ['directly after a letter without a value', `\u00e9${code}`, { refusal: 'NOT_A_CODE' }],
    ['twice incomplete, with a foreign character first', 'BV-123.x BV-456', { refusal: 'CODE_TYPO', found: 3, expected: 66, detail: 'foreign-character' }],
    ['six characters of a licence code', 'BL-45B4EP', { refusal: 'NOT_A_CODE', detail: '' }],
    ['twelve characters of a licence code', 'BL-45B4EP-N7M6HA', { refusal: 'NOT_A_CODE', detail: 'licence-code' }],
    ['with 40 groups more', `${code}${'-RSP6A8'.repeat(40)}`, { refusal: 'CODE_TYPO', found: 258, expected: 90, detail: 'too-long' }],
    ['incomplete, with a name that is too long', code.replace('C6R07M', 'C6RZZZ').slice(0, 77), { refusal: 'CODE_INCOMPLETE', found: 64, expected: 66 }],
    ['incomplete, before a word of six characters', `${code.slice(0, 30)} thanks`, { refusal: 'CODE_INCOMPLETE', found: 30, expected: 66 }],
    ['with a dash as = and hex in lower case', code.replace('CF6FRM-', 'CF6FRM=2d'), foreign],
    ['with a line end of quoted-printable between two bytes of a letter', code.replace('CF6FRM-', 'CF6FRM=C3=\n=A9'), claims],
    ['with an HTML number after names in upper case', code.replace('CF6FRM-', 'CF6FRM&AMP;#X2D;'), claims],
    ['with an HTML name in upper case', code.replace('CF6FRM-', 'CF6FRM&NBSP;'), claims],
    ['with HTML escaped three times', code.replace('CF6FRM-', 'CF6FRM&amp;amp;#45;'), claims],
    ['with HTML that gives HTML', code.replace('CF6FRM-', 'CF6FRM&#38;#45;'), { refusal: 'CODE_INCOMPLETE', found: 24, expected: 66 }],
    ['before an HTML number above 10FFFF', `${code}&#1114112;`, claims],
    ['before an HTML number of a surrogate', `${code}&#55296;`, { refusal: 'CODE_TYPO', found: 90, expected: 90, detail: 'too-long' }],
    ['with a backslash before a capital', printCode(code).replace('-\n', '-\\N'), { refusal: 'CODE_TYPO' }],
    ['of the next scheme, with a control character in its name', createVerificationCode(3, 'a\u0007'), { refusal: 'CODE_NEWER' }],
    ['with a direction mark in its name', createVerificationCode(1, 'a\u202eb'), { ...claims, machineName: 'ab' }],
    ['with a name of 32 bytes', createVerificationCode(1, '\u00e9'.repeat(16)), { ...claims, machineName: '\u00e9'.repeat(16) }],
    ['with U+0085 in its name', createVerificationCode(1, 'a\u0085'), { refusal: 'NOT_A_CODE', detail: 'malformed' }],
  ]; // oxfmt-ignore
  return rows.map(([name, text, expect]): VectorCase => ({ id: `${kind}: the code ${name}`, kind, text, expect }));
}

/** Values whose hash is that of the same value in lower case of ASCII, without white space of ASCII at their ends. */
function createFactCases(): VectorCase[] {
  const rows: [name: string, value: string, hashed: string][] = [
    ['a no-break space at its end', 'B-1\u00a0', 'b-1\u00a0'],
    ['white space of ASCII at its ends', '\u000b\u000cB-1\t', 'b-1'],
    ['a letter outside of ASCII', '\u00c9-1', '\u00c9-1'],
    ['both zeros and f', '0F0F', '0f0f'],
    ['the text of a placeholder and more', 'None 1', 'none 1'],
  ];
  return rows.map(([name, value, hashed]): VectorCase => {
    const hash = bytesToHex(nodePrimitives.sha256(encodeUtf8(`basics-fp-v1\nboard-id:${hashed}`)).subarray(0, 4));
    return { id: `fingerprint: a fact with ${name}`, kind: 'fingerprint', facts: { 'board-id': value }, expect: `00000000${hash}${'0'.repeat(16)}` }; // oxfmt-ignore
  });
}
