import { bytesToHex, hexToBytes } from '#licensing/encoding/bytes.ts';
import { checkLicence } from '#licensing/check-licence.ts';
import {
  countPresentComponents,
  createFingerprint,
  minComponents,
  relateFingerprints,
} from '#licensing/fingerprint.ts';
import { hasAddOn, readLicence } from '#licensing/licence.ts';
import { printCheckedLines } from '#licensing/text/line-check.ts';
import { toMachineName } from '#licensing/machine-name.ts';
import type { Hashing, Primitives } from '#licensing/primitives.ts';
import type { Refusal } from '#licensing/encoding/reading.ts';
import { readReturnCode, writeReturnCode } from '#licensing/return-code.ts';
import { readRevocationList } from '#licensing/revocation-list.ts';
import {
  readVerificationCode,
  toPcClaims,
  verificationReasons,
  writeVerificationCode,
} from '#licensing/verification-code.ts';
import type { CodeToMake, ExpectedRefusal, VectorCase } from './vector-case.ts';

/**
 * Runs the test cases with the functions of this package. Returns the id and the actual answer of each case that is not
 * answered as its `expect` says.
 */
export function findWrongAnswers(vectorCases: readonly VectorCase[], primitives: Primitives): string[] {
  return vectorCases.flatMap((vectorCase) => {
    // Test cases of the kinds `steps` and `pc` need folders, so the desktop package runs them.
    if (vectorCase.kind === 'steps' || vectorCase.kind === 'pc') return [];
    const actualAnswer = runCase(vectorCase, primitives);
    return isExpected(actualAnswer, vectorCase.expect) ? [] : [`${vectorCase.id}: ${JSON.stringify(actualAnswer)}`];
  });
}

/** Parses the text of `sdk/vectors.json`, in which a long text is a list of parts, each with the number of its repetitions. */
export const parseVectorCases = (json: string): VectorCase[] =>
  JSON.parse(json, (name, value: unknown) =>
    name === 'text' && Array.isArray(value)
      ? value.map(([part, count]: [string, number]) => part.repeat(count)).join('')
      : value,
  );

/**
 * Returns whether an answer has all fields and values that a test case expects; other fields of the answer are ignored. A field with an
 * empty text must be missing in the answer.
 */
function isExpected(actualAnswer: unknown, expected: VectorCase['expect']): boolean {
  if (typeof expected !== 'object') return actualAnswer === expected;
  const actualFields = new Map(Object.entries(Object(actualAnswer)));
  return Object.entries(expected).every(
    ([name, value]) => JSON.stringify(actualFields.get(name) ?? '') === JSON.stringify(value),
  );
}

function runCase(vectorCase: Exclude<VectorCase, { kind: 'steps' | 'pc' }>, primitives: Primitives): unknown {
  switch (vectorCase.kind) {
    case 'verification-code':
      return readCode(vectorCase.text, primitives);
    case 'licence':
      return readAnyLicence(vectorCase, primitives);
    case 'revocation-list':
      return readRevocations(vectorCase, primitives);
    case 'check':
      return checkLicenceAt(vectorCase, primitives);
    case 'add-on':
      return hasAddOnInCase(vectorCase, primitives);
    case 'fingerprint':
      return bytesToHex(
        createFingerprint(vectorCase.facts, primitives, hexToBytes(vectorCase.licensed ?? '0'.repeat(32))),
      );
    case 'machine-name':
      return toMachineName(vectorCase.name);
    case 'make-code':
      return createCodeFromFacts(vectorCase, vectorCase.licensed, primitives);
    case 'checked-lines':
      return printCheckedLines(vectorCase.text);
    case 'return-code':
      return readReturn(vectorCase.text, primitives);
    case 'make-return-code':
      return writeReturnCode(vectorCase, primitives);
    case 'relation':
      return relateFingerprints(hexToBytes(vectorCase.left), hexToBytes(vectorCase.right));
    case 'ed25519':
    default:
      return primitives.verifyEd25519(
        hexToBytes(vectorCase.publicKey),
        hexToBytes(vectorCase.message),
        hexToBytes(vectorCase.signature),
      );
  }
}

export function createCodeFromFacts(
  claims: CodeToMake,
  licensedHex: string,
  hashing: Hashing,
): string | ExpectedRefusal {
  const {
    facts,
    machineName,
    nonce,
    reason,
    virtual: isVirtual = false,
    standIn: isStandIn = false,
    ...numbers
  } = claims;
  const knownReason = verificationReasons.find((name) => name === reason);
  if (knownReason === undefined) throw new RangeError(`Unknown reason ${reason}`);
  const fingerprint = createFingerprint(facts, hashing, hexToBytes(licensedHex));
  const found = countPresentComponents(fingerprint);
  if (found < minComponents) return { refusal: 'PC_NOT_IDENTIFIED', found, expected: minComponents };
  const pcClaims = toPcClaims({ fingerprint, nonce: hexToBytes(nonce), isVirtual, isStandIn });
  return writeVerificationCode(
    { ...numbers, ...pcClaims, reason: knownReason, machineName: toMachineName(machineName) },
    hashing,
  );
}

type SignedVector = { text: string; keys: readonly string[] };

const decodeKeys = (keys: readonly string[]): Uint8Array[] => keys.map((key) => hexToBytes(key));

function readCode(text: string, primitives: Primitives): unknown {
  const reading = readVerificationCode(text, primitives);
  if (!reading.ok) return toRefusalFields(reading.refusal);
  const { reason, toolId, toolVersion, fingerprint, nonce, createdAt, machineName, isVirtual, isStandIn } =
    reading.value.claims;
  const hex = { fingerprint: bytesToHex(fingerprint), nonce: bytesToHex(nonce) };
  const flags = { virtual: isVirtual === true, standIn: isStandIn === true };
  return { reason, toolId, toolVersion, ...hex, createdAt, machineName, ...flags };
}

function readReturn(text: string, primitives: Primitives): unknown {
  const reading = readReturnCode(text, primitives);
  return reading.ok ? reading.value.claims : toRefusalFields(reading.refusal);
}

function readAnyLicence({ text, keys }: SignedVector, primitives: Primitives): unknown {
  const reading = readLicence(text, decodeKeys(keys), primitives);
  if (!reading.ok) return toRefusalFields(reading.refusal);
  const { licenceId, carrier, trial, bridge, tool, machine, expiresAt } = reading.value;
  return {
    licenceId,
    carrier,
    trial,
    bridge,
    toolId: tool.id,
    fingerprint: bytesToHex(machine.fingerprint),
    expiresAt,
  };
}

function hasAddOnInCase(
  { text, keys, addOn, tools }: SignedVector & { addOn: string; tools: string },
  primitives: Primitives,
) {
  const reading = readLicence(text, decodeKeys(keys), primitives);
  return reading.ok ? hasAddOn(reading.value, addOn, tools) : toRefusalFields(reading.refusal);
}

function readRevocations({ text, keys }: SignedVector, primitives: Primitives): unknown {
  const reading = readRevocationList(text, decodeKeys(keys), primitives);
  if (!reading.ok) return toRefusalFields(reading.refusal);
  const { list } = reading.value;
  return { toolId: list.toolId, seq: list.seq, ids: list.ids, keys: list.keys };
}

function checkLicenceAt({ text, keys, at }: Extract<VectorCase, { kind: 'check' }>, primitives: Primitives): unknown {
  const reading = readLicence(text, decodeKeys(keys), primitives);
  if (!reading.ok) return toRefusalFields(reading.refusal);
  const { code, allowed } = checkLicence(reading.value, {
    now: at.now,
    fingerprint: createFingerprint(at.facts, primitives, reading.value.machine.fingerprint),
    toolId: at.toolId,
    toolVersion: { major: at.toolMajor, minor: 0, patch: 0 },
    highWaterMark: at.highWaterMark,
    deniedIds: at.denied,
    revokedLicenceIds: at.revoked,
  });
  return { code, allowed };
}

function toRefusalFields({ code, ...details }: Refusal<string>): Record<string, unknown> {
  return { refusal: code, ...details };
}
