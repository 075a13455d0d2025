import { bytesToHex, hexToBytes } from '#licensing/bytes.ts';
import { checkLicence } from '#licensing/check-licence.ts';
import { createFingerprint, relateFingerprints } from '#licensing/fingerprint.ts';
import { readLicence } from '#licensing/licence.ts';
import { printCheckedLines } from '#licensing/line-check.ts';
import { toMachineName } from '#licensing/machine-name.ts';
import type { Hashing, Primitives } from '#licensing/primitives.ts';
import type { Refusal } from '#licensing/reading.ts';
import { readRevocationList } from '#licensing/revocation-list.ts';
import {
  readVerificationCode,
  toPcClaims,
  verificationReasons,
  writeVerificationCode,
} from '#licensing/verification-code.ts';
import type { CodeToMake, VectorCase } from './vector-case.ts';

/** The cases that these functions answer in another way than `expect` says: the id, and the answer. */
export function wrongAnswers(cases: readonly VectorCase[], primitives: Primitives): string[] {
  return cases.flatMap((each) => {
    // A tool with a state folder answers these.
    if (each.kind === 'steps') return [];
    const answer = runCase(each, primitives);
    return isExpected(answer, each.expect) ? [] : [`${each.id}: ${JSON.stringify(answer)}`];
  });
}

/** Fields that `expect` does not name are not compared. */
function isExpected(answer: unknown, expected: VectorCase['expect']): boolean {
  if (typeof expected !== 'object') return answer === expected;
  const given = new Map(Object.entries(Object(answer)));
  return Object.entries(expected).every(([name, value]) => JSON.stringify(given.get(name)) === JSON.stringify(value));
}

function runCase(given: Exclude<VectorCase, { kind: 'steps' }>, primitives: Primitives): unknown {
  switch (given.kind) {
    case 'verification-code':
      return readCode(given.text, primitives);
    case 'licence':
      return readAnyLicence(given, primitives);
    case 'revocation-list':
      return readList(given, primitives);
    case 'check':
      return check(given, primitives);
    case 'fingerprint':
      return bytesToHex(createFingerprint(given.facts, primitives, hexToBytes(given.licensed ?? '0'.repeat(32))));
    case 'machine-name':
      return toMachineName(given.name);
    case 'make-code':
      return makeCode(given, given.licensed, primitives);
    case 'checked-lines':
      return printCheckedLines(given.text);
    case 'relation':
      return relateFingerprints(hexToBytes(given.left), hexToBytes(given.right));
    case 'ed25519':
    default:
      return primitives.verifyEd25519(
        hexToBytes(given.publicKey),
        hexToBytes(given.message),
        hexToBytes(given.signature),
      );
  }
}

export function makeCode(claims: CodeToMake, licensed: string, hashing: Hashing): string {
  const {
    facts,
    machineName,
    nonce,
    reason,
    virtual: isVirtual = false,
    standIn: isStandIn = false,
    ...numbers
  } = claims;
  const known = verificationReasons.find((name) => name === reason);
  if (known === undefined) throw new RangeError(`Unknown reason ${reason}`);
  const fingerprint = createFingerprint(facts, hashing, hexToBytes(licensed));
  const pc = toPcClaims({ fingerprint, nonce: hexToBytes(nonce), isVirtual, isStandIn });
  return writeVerificationCode({ ...numbers, ...pc, reason: known, machineName: toMachineName(machineName) }, hashing);
}

type Signed = { text: string; keys: readonly string[] };

const bytesOf = (keys: readonly string[]): Uint8Array[] => keys.map((key) => hexToBytes(key));

function readCode(text: string, primitives: Primitives): unknown {
  const reading = readVerificationCode(text, primitives);
  if (!reading.ok) return refusalOf(reading.refusal);
  const { reason, toolId, toolVersion, fingerprint, nonce, createdAt, machineName, isVirtual, isStandIn } =
    reading.value.claims;
  const hex = { fingerprint: bytesToHex(fingerprint), nonce: bytesToHex(nonce) };
  const flags = { virtual: isVirtual === true, standIn: isStandIn === true };
  return { reason, toolId, toolVersion, ...hex, createdAt, machineName, ...flags };
}

function readAnyLicence({ text, keys }: Signed, primitives: Primitives): unknown {
  const reading = readLicence(text, bytesOf(keys), primitives);
  if (!reading.ok) return refusalOf(reading.refusal);
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

function readList({ text, keys }: Signed, primitives: Primitives): unknown {
  const reading = readRevocationList(text, bytesOf(keys), primitives);
  if (!reading.ok) return refusalOf(reading.refusal);
  const { list } = reading.value;
  return { toolId: list.toolId, seq: list.seq, ids: list.ids, keys: list.keys };
}

function check({ text, keys, at }: Extract<VectorCase, { kind: 'check' }>, primitives: Primitives): unknown {
  const reading = readLicence(text, bytesOf(keys), primitives);
  if (!reading.ok) return refusalOf(reading.refusal);
  const { code, allowed } = checkLicence(reading.value, {
    now: at.now,
    fingerprint: createFingerprint(at.facts, primitives, reading.value.machine.fingerprint),
    toolId: at.toolId,
    toolVersion: { major: at.toolMajor, minor: 0, patch: 0 },
    highWaterMark: at.highWaterMark,
    denyList: at.denied,
    revoked: at.revoked,
  });
  return { code, allowed };
}

function refusalOf({ code, ...more }: Refusal<string>): Record<string, unknown> {
  return { refusal: code, ...more };
}
