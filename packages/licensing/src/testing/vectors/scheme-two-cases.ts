import { bytesToHex, concatBytes, encodeUtf8, hexToBytes } from '#licensing/encoding/bytes.ts';
import { createFingerprint, hashComponent } from '#licensing/fingerprint.ts';
import { writeLicenceCode } from '#licensing/licence-code.ts';
import { nodePrimitives } from '#licensing/node-primitives.ts';
import { writeSignedLines } from '#licensing/encoding/signed-lines.ts';
import { samplePayload, testSigner } from '#licensing/testing/samples.ts';
import { printCode, toCodeText } from '#licensing/text/text-form.ts';
import { readVerificationCode, writeVerificationCode, type VerificationClaims } from '#licensing/verification-code.ts';
import { createCodeFromFacts } from './run-case.ts';
import type { CodeToMake, ExpectedLicence, ExpectedRefusal, Facts, StepsCase, VectorCase } from './vector-case.ts';

const secondsPerDay = 86_400;
const { lid, iat, exp } = samplePayload;
const keys = [bytesToHex(testSigner.publicKey)];
const uuid = '4C4C4544-0042-3510-8052-B3C04F4B4E32';
const factsWithoutUuid = { 'machine-id': 'M-1', 'board-id': 'B-1', 'system-disk': 'D-1', 'network-card': 'N-1' };
const facts: Facts = { ...factsWithoutUuid, 'smbios-uuid': uuid };
const fingerprintHex = (machineFacts: Facts): string => bytesToHex(createFingerprint(machineFacts, nodePrimitives));
const fp = fingerprintHex(facts);

const claims: VerificationClaims = {
  scheme: 2,
  reason: 'new',
  isVirtual: false,
  isStandIn: false,
  toolId: 7,
  toolVersion: { major: 1, minor: 0, patch: 1 },
  fingerprint: hexToBytes(fp),
  nonce: hexToBytes('01020304'),
  createdAt: 1_795_000_000,
  machineName: 'DESKTOP-4F7K2QX',
};

/** The cases of fingerprint scheme 2: the UUID of the firmware, and the two flags of a verification code. */
export const createSchemeTwoCases = (): VectorCase[] => [
  ...createCodeCases(),
  ...createLicenceCases(),
  ...createCheckCases(),
  ...createFingerprintCases(),
  ...createRelationCases(),
  ...createMakeCodeCases(),
  ...createStepCase(),
];

function createCodeCases(): VectorCase[] {
  const kind = 'verification-code';
  const readRows: [name: string, VerificationClaims, text?: string][] = [
    ['a PC with a UUID', claims],
    ['a PC with a UUID, as printed', claims, printCode(writeVerificationCode(claims, nodePrimitives))],
    ['a virtual machine', { ...claims, isVirtual: true, reason: 'renew' }],
    ['a stand-in identity', { ...claims, isStandIn: true, fingerprint: new Uint8Array(20).fill(7) }],
    ['both flags, no name', { ...claims, isVirtual: true, isStandIn: true, reason: 'moved', machineName: '' }],
  ];
  const refusedRows: [name: string, text: string, refusal: string][] = [
    ['with an unknown reason', createCodeWithSecondByte(0x32), 'CODE_NEWER'],
    ['with an unknown reason and both flags', createCodeWithSecondByte(0xf2), 'CODE_NEWER'],
    ['with a flag in scheme 1', createCodeWithSecondByte(0x41), 'CODE_NEWER'],
  ];
  return [
    ...readRows.map(([name, caseClaims, text = writeVerificationCode(caseClaims, nodePrimitives)]): VectorCase => {
      const { reason, toolId, toolVersion, createdAt, machineName, isVirtual = false, isStandIn = false } = caseClaims;
      const hex = { fingerprint: bytesToHex(caseClaims.fingerprint), nonce: bytesToHex(caseClaims.nonce) };
      const flags = { virtual: isVirtual, standIn: isStandIn };
      const expect = { reason, toolId, toolVersion, ...hex, createdAt, machineName, ...flags };
      return { id: `scheme 2: code of ${name}`, kind, text, expect };
    }),
    ...refusedRows.map(([name, text, refusal]): VectorCase => {
      return { id: `scheme 2: a code ${name}`, kind, text, expect: { refusal } };
    }),
  ];
}

/**
 * Returns the verification code of `claims` with another second byte, which contains scheme, reason and flags. The
 * checksum is correct.
 */
function createCodeWithSecondByte(byte: number): string {
  const reading = readVerificationCode(writeVerificationCode(claims, nodePrimitives), nodePrimitives);
  const body = reading.ok ? reading.value.bytes.slice(0, -4).with(1, byte) : new Uint8Array();
  const checksum = nodePrimitives.sha256(concatBytes(encodeUtf8('basics-vc-v1\n'), body)).slice(0, 4);
  return toCodeText('BV', concatBytes(body, checksum));
}

const licenceCode = writeLicenceCode(
  {
    licenceId: hexToBytes(lid),
    toolId: 7,
    maxMajor: 1,
    scheme: 2,
    brand: 0,
    trial: false,
    entitlements: 15,
    issuedAt: iat,
    expiresAt: exp,
    fingerprint: hexToBytes(fp),
    requestHash: hexToBytes('6d45245f'),
  },
  testSigner,
  nodePrimitives,
);

/** Signs a licence file with any JSON for the PC, also JSON that the writer of licence files would refuse. */
function createFileFor(machine: object, change: object = {}): string {
  const payload = { ...samplePayload, machine: { name: 'DESKTOP-4F7K2QX', ...machine }, ...change };
  return writeSignedLines('BASICS LICENCE FILE', JSON.stringify(payload), testSigner, nodePrimitives);
}

const file = createFileFor({ fp: fp.slice(0, 32), uuid: fp.slice(32), scheme: 2 });
const schemeOneFile = createFileFor({ fp: fp.slice(0, 32), scheme: 1 });

function createLicenceCases(): VectorCase[] {
  const createExpectedLicence = (carrier: 'code' | 'file', fingerprint = fp): ExpectedLicence => ({
    licenceId: lid,
    carrier,
    trial: false,
    bridge: false,
    toolId: 7,
    fingerprint,
    expiresAt: exp,
  });
  const [first, fifth] = [fp.slice(0, 32), fp.slice(32)];
  const licenceRows: [name: string, text: string, expect: ExpectedLicence | ExpectedRefusal][] = [
    ['code', licenceCode, createExpectedLicence('code')],
    ['file', file, createExpectedLicence('file')],
    [
      'file with an unknown UUID',
      createFileFor({ fp: first, uuid: '00000000', scheme: 2 }),
      createExpectedLicence('file', first),
    ],
    [
      'file of scheme 1 with a UUID',
      createFileFor({ fp: first, uuid: 'x', scheme: 1 }),
      createExpectedLicence('file', first),
    ],
    ['file without a UUID', createFileFor({ fp: first, scheme: 2 }), { refusal: 'FILE_DAMAGED' }],
    [
      'file with a UUID in upper case',
      createFileFor({ fp: first, uuid: 'ABCDEF01', scheme: 2 }),
      { refusal: 'FILE_DAMAGED' },
    ],
    ['file with five parts in fp', createFileFor({ fp, uuid: fifth, scheme: 2 }), { refusal: 'FILE_DAMAGED' }],
    ['file of scheme 3 with five parts in fp', createFileFor({ fp, scheme: 3 }), { refusal: 'FILE_DAMAGED' }],
  ];
  return licenceRows.map(([name, text, expect]) => ({ id: `scheme 2: ${name}`, kind: 'licence', text, keys, expect }));
}

function createCheckCases(): VectorCase[] {
  const factsAfterReinstall = { ...facts, 'machine-id': 'M-2', 'system-disk': 'D-2' };
  const otherUuid = '11C4A2B0-55AA-4E1B-9D20-0C9D92C10FAB';
  const checkRows: [name: string, text: string, pc: Facts, code: string][] = [
    ['file on its PC', file, facts, 'VALID'],
    ['file after a new disk and a new system', file, factsAfterReinstall, 'VALID'],
    ['code after a new disk and a new system', licenceCode, factsAfterReinstall, 'VALID'],
    ['file after three new parts', file, { ...factsAfterReinstall, 'network-card': 'N-2' }, 'OTHER_MACHINE'],
    [
      'file after a new disk, a new system and without a UUID',
      file,
      { ...factsAfterReinstall, 'smbios-uuid': '' },
      'OTHER_MACHINE',
    ],
    ['file without a UUID', file, factsWithoutUuid, 'VALID'],
    ['file with two parts that cannot be read', file, { ...facts, 'board-id': '', 'system-disk': '' }, 'VALID'],
    ['file on a clone with another card and UUID, no disk or board', file, { 'machine-id': 'M-1', 'network-card': 'N-2', 'smbios-uuid': otherUuid }, 'OTHER_MACHINE'], // oxfmt-ignore
    ['file of scheme 1 on a PC with another UUID', schemeOneFile, { ...facts, 'smbios-uuid': otherUuid }, 'VALID'],
    ['file of scheme 1 after a new disk and a new system', schemeOneFile, factsAfterReinstall, 'OTHER_MACHINE'],
  ];
  return checkRows.map(([name, text, pcFacts, code]): VectorCase => {
    const [now, tool] = [iat + secondsPerDay, { toolId: 7, toolMajor: 1 }];
    const at = { now, facts: pcFacts, ...tool, highWaterMark: 0, denied: [], revoked: [] };
    const expect = { code, allowed: code === 'VALID' };
    return { id: `scheme 2: check of a ${name}`, kind: 'check', text, keys, at, expect };
  });
}

function createFingerprintCases(): VectorCase[] {
  const kind = 'fingerprint';
  const fingerprintOfUuid = (value: string): string => fingerprintHex({ 'smbios-uuid': value });
  const hashOfOriginal = hashComponent('smbios-uuid', uuid, nodePrimitives).map((hash) => bytesToHex(hash))[1] ?? '';
  const emptyFingerprint = '0'.repeat(32);
  const sharedUuid = '03000200-0400-0500-0006-000700080009';
  const unknownUuids = [
    sharedUuid.toUpperCase(),
    '00020003-0004-0005-0006-000700080009',
    '00010203-0405-0607-0809-0a0b0c0d0e0f',
    '12345678-1234-5678-90AB-CDDEEFAABBCC',
    '4C4C4544-0000-2010-8020-80C04F202020',
    '11111111-1111-1111-1111-111111111111',
    'deadbeef-dead-beef-dead-beefdeadbeef',
    ' FEFEFEFE-FEFE-FEFE-FEFE-FEFEFEFEFEFE ',
    '00000000-0000-0000-0000-000000000000',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    'Not Specified',
  ];
  const fingerprintRows: [name: string, facts: Facts, expect: string, licensed?: string][] = [
    ['five facts', facts, fp],
    ['only a UUID', { 'smbios-uuid': uuid.toLowerCase() }, fingerprintOfUuid(uuid)],
    [
      'a UUID licensed in the form as it was read',
      { 'smbios-uuid': uuid },
      emptyFingerprint + hashOfOriginal,
      emptyFingerprint + hashOfOriginal,
    ],
    ['a licence of scheme 1 on a PC with a UUID', facts, fp, fp.slice(0, 32)],
    ['a licence of scheme 2 on a PC without a UUID', factsWithoutUuid, fp.slice(0, 32), fp],
    ['a shared UUID as board id', { 'board-id': sharedUuid }, fingerprintHex({ 'board-id': sharedUuid })],
    ...unknownUuids.map((value): [string, Facts, string] => [
      `UUID "${value}"`,
      { 'smbios-uuid': value },
      emptyFingerprint,
    ]),
  ];
  return fingerprintRows.map(([name, pcFacts, expect, licensed]): VectorCase => {
    const licensedField = licensed === undefined ? {} : { licensed };
    return { id: `scheme 2: fingerprint of ${name}`, kind, facts: pcFacts, ...licensedField, expect };
  });
}

/**
 * Returns a fingerprint of four or five parts: each hex digit is repeated to fill the four bytes of a part, and 0 means
 * that the part is absent.
 */
const spreadDigits = (digits: string): string => Array.from(digits, (digit) => digit.repeat(8)).join('');

function createRelationCases(): VectorCase[] {
  const relationRows: [left: string, right: string, expect: 'same' | 'changed' | 'different'][] = [
    ['12345', '12345', 'same'],
    ['12345', '12349', 'changed'],
    ['12345', '12399', 'changed'],
    ['12345', '12999', 'different'],
    ['12345', '12340', 'same'],
    ['12340', '12940', 'changed'],
    ['12340', '12990', 'different'],
    ['12005', '12005', 'same'],
    ['12005', '19005', 'changed'],
    ['10005', '10009', 'different'],
    ['00005', '00005', 'different'],
    ['1234', '12345', 'same'],
    ['12345', '1234', 'same'],
    ['12345', '1239', 'changed'],
    ['12305', '12045', 'changed'],
    ['1234', '12995', 'different'],
    ['10005', '1000', 'different'],
  ];
  return relationRows.map(([left, right, expect]): VectorCase => {
    const id = `scheme 2: relation of ${left} and ${right}`;
    return { id, kind: 'relation', left: spreadDigits(left), right: spreadDigits(right), expect };
  });
}

function createMakeCodeCases(): VectorCase[] {
  const baseClaims: CodeToMake = { reason: 'new', toolId: 7, toolVersion: { major: 1, minor: 0, patch: 1 }, facts, nonce: '0102030405060708', createdAt: 1_795_000_000, machineName: 'DESKTOP-4F7K2QX' }; // oxfmt-ignore
  const makeCodeRows: [name: string, claims: CodeToMake, licensed?: string][] = [
    ['a PC with a UUID', baseClaims],
    [
      'a PC with a shared UUID',
      { ...baseClaims, facts: { ...facts, 'smbios-uuid': '03000200-0400-0500-0006-000700080009' } },
    ],
    ['a virtual machine', { ...baseClaims, reason: 'moved', virtual: true }],
    ['a virtual machine without a UUID', { ...baseClaims, facts: factsWithoutUuid, virtual: true }],
    [
      'a stand-in identity',
      { ...baseClaims, reason: 'renew', facts: { 'machine-id': 'M-1', 'board-id': 'B-1' }, standIn: true },
    ],
    ['a licence of scheme 1 that names its second card', { ...baseClaims, facts: { ...facts, 'network-card': ['N-2', 'N-1'] } }, fp.slice(0, 32)], // oxfmt-ignore
  ];
  return makeCodeRows.map(([name, code, licensed = '0'.repeat(32)]): VectorCase => {
    const expect = createCodeFromFacts(code, licensed, nodePrimitives);
    return { id: `scheme 2: make a code of ${name}`, kind: 'make-code', ...code, licensed, expect };
  });
}

function createStepCase(): VectorCase[] {
  const renewedFile = createFileFor(
    { fp: fp.slice(0, 32), uuid: fp.slice(32), scheme: 2 },
    { lid: 'b1b2b3b4b5b6b7b8', iat: iat + secondsPerDay, nbf: iat + secondsPerDay, deny: [lid] },
  );
  const stepRows: [step: StepsCase['steps'][number]['do'], now: number, code: string, text?: string][] = [
    ['install', iat, 'VALID', schemeOneFile],
    ['install', iat, 'VALID', file],
    ['status', iat + 40 * secondsPerDay, 'VALID'],
    ['status', iat + 37 * secondsPerDay, 'CLOCK_TURNED_BACK'],
    ['install', iat + 40 * secondsPerDay, 'VALID', renewedFile],
    ['install', iat + 40 * secondsPerDay, 'DENIED', licenceCode],
    ['lose-record', iat + 40 * secondsPerDay, 'DONE'],
    ['status', iat + 40 * secondsPerDay, 'CLOCK_RECORD_LOST'],
  ];
  const stepsToDo = stepRows.map(([step, now, , text]) => ({ do: step, now, ...(text === undefined ? {} : { text }) }));
  const toolSetting = { keys, toolId: 7, toolMajor: 1, facts };
  const expect = stepRows.map(([, , code]) => code);
  return [{ id: 'scheme 2: steps from scheme 1 to 2', kind: 'steps', ...toolSetting, steps: stepsToDo, expect }];
}
