import { bytesToHex, hexToBytes } from '#licensing/encoding/bytes.ts';
import { nodePrimitives } from '#licensing/node-primitives.ts';
import { sampleCodes } from '#licensing/testing/samples.ts';
import { writeVerificationCode, type VerificationClaims } from '#licensing/verification-code.ts';
import { manglings, createRandomNumbers } from './manglings.ts';
import type { ExpectedClaims, VectorCase } from './vector-case.ts';

const baseClaims: VerificationClaims = {
  scheme: 1,
  reason: 'new',
  toolId: 7,
  toolVersion: { major: 1, minor: 0, patch: 1 },
  fingerprint: hexToBytes('83224618f33f14c1489dff92507dcf97'),
  nonce: hexToBytes('0102030405060708'),
  createdAt: 1_795_000_000,
  machineName: 'DESKTOP-4F7K2QX',
};

/** Claims with the smallest and largest values of their fields. */
const claimsByName: Record<string, VerificationClaims> = {
  'the code of the format document': baseClaims,
  'no name, all zero': { ...baseClaims, toolId: 0, createdAt: 0, nonce: new Uint8Array(8), machineName: '' },
  'the longest name, all at their maximum': {
    ...baseClaims,
    reason: 'moved',
    toolId: 0xffff,
    toolVersion: { major: 255, minor: 255, patch: 0xffff },
    fingerprint: new Uint8Array(16).fill(255),
    createdAt: 0xffff_ffff,
    machineName: 'W'.repeat(32),
  },
  'a group that begins like the prefix': { ...baseClaims, nonce: hexToBytes('010217b005060708') },
  'a name of several bytes for each letter': { ...baseClaims, reason: 'renew', machineName: 'BÜRO-ΑΘΗΝΑ' },
};

const writeCode = (caseClaims: VerificationClaims): string => writeVerificationCode(caseClaims, nodePrimitives);

function toExpectedClaims(caseClaims: VerificationClaims): ExpectedClaims {
  const { reason, toolId, toolVersion, createdAt, machineName } = caseClaims;
  const [fingerprint, nonce] = [bytesToHex(caseClaims.fingerprint), bytesToHex(caseClaims.nonce)];
  return { reason, toolId, toolVersion, fingerprint, nonce, createdAt, machineName };
}

export function createVerificationCodeCases(): VectorCase[] {
  const kind = 'verification-code';
  const acceptedCases = Object.entries(claimsByName).flatMap(([name, caseClaims]) =>
    Object.entries(manglings).map(([manglingName, mangleCode]): VectorCase => {
      return {
        id: `${kind}: ${name}, ${manglingName}`,
        kind,
        text: mangleCode(writeCode(caseClaims)),
        expect: toExpectedClaims(caseClaims),
      };
    }),
  );
  const refusedRows: [name: string, text: string, refusal: string, detail?: string][] = [
    ['an empty text', '', 'NOT_A_CODE', 'empty'],
    ['a sentence', 'Please send me a licence.', 'NOT_A_CODE'],
    ['a licence code', sampleCodes.licenceCode, 'NOT_A_CODE', 'licence-code'],
  ];
  return [
    ...acceptedCases,
    ...refusedRows.map(([name, text, refusal, detail]): VectorCase => {
      return { id: `${kind}: ${name}`, kind, text, expect: { refusal, ...(detail === undefined ? {} : { detail }) } };
    }),
    ...createMistypedCases(),
    ...createIncompleteCases(),
  ];
}

/** Codes with one wrong character each, after the characters that contain type, reason and tool. */
function createMistypedCases(): VectorCase[] {
  const nextNumber = createRandomNumbers(1);
  const characters = sampleCodes.verificationCode.split('');
  const changeablePositions = characters.flatMap((character, at) => (at > 12 && character !== '-' ? [at] : []));
  return Array.from({ length: 25 }, (_, index): VectorCase => {
    const at = changeablePositions[nextNumber(changeablePositions.length)] ?? 13;
    const wrongCharacter = characters[at] === 'Z' ? 'Y' : 'Z';
    const text = characters.with(at, wrongCharacter).join('');
    return {
      id: `verification-code: wrong character ${index + 1}`,
      kind: 'verification-code',
      text,
      expect: { refusal: 'CODE_TYPO' },
    };
  });
}

/**
 * Codes that end after 1 to 14 groups of six characters. If the code ends before the length of the name (byte 36), the
 * length of the shortest code is expected.
 */
function createIncompleteCases(): VectorCase[] {
  const groups = sampleCodes.verificationCode.split('-');
  return [3, 5, 7, 9, 10, 12, 14].map((count): VectorCase => {
    const text = groups.slice(0, count + 1).join('-');
    const expect = { refusal: 'CODE_INCOMPLETE', found: count * 6, expected: count < 10 ? 66 : 90 };
    return { id: `verification-code: only ${count} groups`, kind: 'verification-code', text, expect };
  });
}
