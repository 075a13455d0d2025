import { concatBytes, equalBytes, requireLength, encodeUtf8 } from './encoding/bytes.ts';
import type { Hashing } from './primitives.ts';

/**
 * The hardware facts in the order in which the fingerprint contains them. Scheme 1 has only the first four facts. Never rename a fact,
 * because its name is a part of the hash.
 */
export const fingerprintComponents = ['machine-id', 'board-id', 'system-disk', 'network-card', 'smbios-uuid'] as const;

export type FingerprintComponent = (typeof fingerprintComponents)[number];

/** The hardware facts of a PC. A PC with several network cards or disks has several values of one fact, with the preferred value first. */
export type MachineFacts = Readonly<Partial<Record<FingerprintComponent, string | readonly string[]>>>;

const componentLength = 4;

/** Scheme 2 adds the UUID of the firmware to the four facts of scheme 1. */
export const fingerprintSchemes = [1, 2] as const;

export type FingerprintScheme = (typeof fingerprintSchemes)[number];

/** The number of bytes of the fingerprint in a code, for each scheme. */
export const fingerprintLengths: Readonly<Record<FingerprintScheme, number>> = { 1: 16, 2: 20 };

export const findScheme = (schemeNumber: number): FingerprintScheme | undefined =>
  fingerprintSchemes.find((scheme) => scheme === schemeNumber);

/**
 * Creates a fingerprint with four bytes for each component. The fifth component is left out if the PC does not have this fact. The
 * component of an absent fact is zero, and does not count as equal to any other component. `licensedFingerprint` is the fingerprint in a
 * licence of this PC. If a fact has several values, and one of them is in the licence, this value is used, so that a docking station or a
 * second disk changes nothing.
 */
export function createFingerprint(facts: MachineFacts, hashing: Hashing, licensedFingerprint?: Uint8Array): Uint8Array {
  const licensedComponents = licensedFingerprint === undefined ? [] : splitComponents(licensedFingerprint);
  const components = fingerprintComponents.map((component, index) => {
    const hashes = [facts[component] ?? []].flat().flatMap((value) => hashComponent(component, value, hashing));
    const licensedHash = hashes.find(
      (hash) => licensedComponents[index] !== undefined && equalBytes(hash, licensedComponents[index]),
    );
    return licensedHash ?? hashes[0] ?? new Uint8Array(componentLength);
  });
  return trimFingerprint(concatBytes(...components));
}

/** Returns the form of a fingerprint that is stored outside of codes: 16 bytes, or 20 bytes if the fifth component is known. */
export function trimFingerprint(fingerprint: Uint8Array): Uint8Array {
  return isPresent(fingerprint.subarray(fingerprintLengths[1]))
    ? fingerprint
    : fingerprint.slice(0, fingerprintLengths[1]);
}

/**
 * Returns the form of a fingerprint that a code of the scheme contains. In scheme 1, the fifth component is left out. In scheme 2, an
 * absent fifth component is four zero bytes. Throws a RangeError if the fingerprint has another length than 16 or 20 bytes.
 */
export function padFingerprint(fingerprint: Uint8Array, scheme: FingerprintScheme): Uint8Array {
  return concatBytes(...splitComponents(fingerprint)).slice(0, fingerprintLengths[scheme]);
}

/**
 * Returns the hash of a value in lower case and, for licences of earlier tools, the hash of the value as it was read. The list of hashes is
 * empty for a value that cannot identify a PC.
 */
export function hashComponent(component: FingerprintComponent, value: string, hashing: Hashing): Uint8Array[] {
  const acceptedFact = normalizeFact(value, component);
  const spellings = acceptedFact === undefined ? [] : new Set([toLowerCase(acceptedFact), acceptedFact]);
  return Array.from(spellings, (spelling) =>
    hashing.sha256(encodeUtf8(`basics-fp-v1\n${component}:${spelling}`)).slice(0, componentLength),
  );
}

/**
 * Removes ASCII white space and zero bytes from both ends of a hardware value. Returns undefined if the remaining text cannot identify a
 * PC, such as a placeholder of the manufacturer. Only ASCII characters are removed or converted to lower case, because every programming
 * language does this in the same way.
 */
export function normalizeFact(value: string, component?: FingerprintComponent): string | undefined {
  const fact = value.replace(/^[\0\t-\r ]+|[\0\t-\r ]+$/g, '');
  const isShared = component === 'smbios-uuid' && sharedUuids.has(toLowerCase(fact));
  return isShared || /^(?:[0 :.-]*|[fF :.-]*)$/.test(fact) || placeholderTexts.has(toLowerCase(fact))
    ? undefined
    : fact;
}

const toLowerCase = (value: string): string => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Texts that manufacturers and operating systems write instead of a serial number. If these placeholders counted as serial numbers,
 * different PCs would look the same.
 */
const placeholderTexts = new Set([
  'none',
  'n/a',
  'unknown',
  'invalid',
  'uninitialized',
  'default string',
  'not specified',
  'not applicable',
  'not available',
  'to be filled by o.e.m.',
  'system serial number',
  '123456789',
  '0123456789',
]);

/**
 * UUIDs that manufacturers left in the firmware of many PCs. Only the fact `smbios-uuid` ignores these shared UUIDs, because fingerprints
 * of scheme 1 may contain them as the board id.
 */
const sharedUuids = new Set([
  '03000200-0400-0500-0006-000700080009',
  '00020003-0004-0005-0006-000700080009',
  '00010203-0405-0607-0809-0a0b0c0d0e0f',
  '12345678-1234-5678-90ab-cddeefaabbcc',
  '4c4c4544-0000-2010-8020-80c04f202020',
  '11111111-1111-1111-1111-111111111111',
  'deadbeef-dead-beef-dead-beefdeadbeef',
  'fefefefe-fefe-fefe-fefe-fefefefefefe',
]);

/**
 * `same`: both fingerprints have the same components, at least two, and all these components are equal. The fifth component may be absent
 * in one fingerprint, because not every user of a PC may read it. `changed`: the fingerprints belong to the same PC with some new parts. At
 * least two, and more than half, of the components that both fingerprints have are equal. `different`: all other cases.
 */
export type FingerprintRelation = 'same' | 'changed' | 'different';

/** Compares two fingerprints: `same`, `changed` (the same PC with other parts) or `different`. */
export function relateFingerprints(leftPrint: Uint8Array, rightPrint: Uint8Array): FingerprintRelation {
  const rightComponents = splitComponents(rightPrint);
  const componentPairs = splitComponents(leftPrint).map(
    (component, position) => [component, rightComponents[position] ?? component] as const,
  );
  const knownPairs = componentPairs.filter(
    ([component, otherComponent]) => isPresent(component) && isPresent(otherComponent),
  );
  const equalCount = knownPairs.filter(([component, otherComponent]) => equalBytes(component, otherComponent)).length;
  if (equalCount < 2 || equalCount * 2 <= knownPairs.length) return 'different';
  const isSame =
    equalCount === knownPairs.length &&
    componentPairs.every((pair, position) => position === 4 || isPresent(pair[0]) === isPresent(pair[1]));
  return isSame ? 'same' : 'changed';
}

/**
 * Returns whether the fingerprints belong to different PCs with the same machine id. Two different PCs have the same machine id if one PC
 * has a copy of the system of the other PC, or its disk.
 */
export function isCopiedSystem(leftPrint: Uint8Array, rightPrint: Uint8Array): boolean {
  const [firstId, secondId] = [leftPrint, rightPrint].map((fingerprint) => fingerprint.subarray(0, componentLength));
  if (firstId === undefined || secondId === undefined || !isPresent(firstId) || !equalBytes(firstId, secondId))
    return false;
  return relateFingerprints(leftPrint, rightPrint) === 'different';
}

/** Returns the components of `firstPrint`. A component that is absent in `firstPrint` is taken from `secondPrint`. */
export function completeFingerprint(firstPrint: Uint8Array, secondPrint: Uint8Array): Uint8Array {
  const secondComponents = splitComponents(secondPrint);
  const components = splitComponents(firstPrint).map((component, index) =>
    isPresent(component) ? component : (secondComponents[index] ?? component),
  );
  return trimFingerprint(concatBytes(...components));
}

/** A fingerprint with fewer components is different from every fingerprint, so a licence for it is valid on no PC. */
export const minComponents = 2;

/** Counts the components that a fingerprint has. */
export function countPresentComponents(fingerprint: Uint8Array): number {
  return splitComponents(fingerprint).filter((component) => isPresent(component)).length;
}

/**
 * Splits a fingerprint into its five components. The fifth component is zero if the fingerprint has only four
 * components.
 */
function splitComponents(fingerprint: Uint8Array): Uint8Array[] {
  const length = fingerprintLengths[fingerprint.length > fingerprintLengths[1] ? 2 : 1];
  const paddedBytes = concatBytes(requireLength(length, fingerprint, 'A fingerprint'), new Uint8Array(componentLength));
  return fingerprintComponents.map((_, index) =>
    paddedBytes.slice(index * componentLength, (index + 1) * componentLength),
  );
}

function isPresent(component: Uint8Array): boolean {
  return component.some((byte) => byte !== 0);
}
