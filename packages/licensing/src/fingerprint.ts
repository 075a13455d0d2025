import { concatBytes, equalBytes, requireLength, encodeUtf8 } from './bytes.ts';
import type { Hashing } from './primitives.ts';

/** The facts in their order in the fingerprint; scheme 1 has the first four. The names are hashed too: never rename them. */
export const fingerprintComponents = ['machine-id', 'board-id', 'system-disk', 'network-card', 'smbios-uuid'] as const;

export type FingerprintComponent = (typeof fingerprintComponents)[number];

/** The values of a PC. A PC with several cards or disks has several values of one fact, the preferred one first. */
export type MachineFacts = Readonly<Partial<Record<FingerprintComponent, string | readonly string[]>>>;

const componentLength = 4;

/** Scheme 2 adds the UUID of the firmware to the four facts of scheme 1. */
export const fingerprintSchemes = [1, 2] as const;

export type FingerprintScheme = (typeof fingerprintSchemes)[number];

/** The bytes of a fingerprint in a code. */
export const fingerprintLengths: Readonly<Record<FingerprintScheme, number>> = { 1: 16, 2: 20 };

export const findScheme = (number: number): FingerprintScheme | undefined =>
  fingerprintSchemes.find((scheme) => scheme === number);

/**
 * Four bytes for each component, without the fifth if the PC has no such fact; a fact that is absent is zero, and matches nothing. `licensed`:
 * the fingerprint in a licence of this PC. Of several values of a fact, the one that it contains is taken, so that a docking station or a
 * second disk changes nothing.
 */
export function createFingerprint(facts: MachineFacts, hashing: Hashing, licensed?: Uint8Array): Uint8Array {
  const wanted = licensed === undefined ? [] : splitComponents(licensed);
  const components = fingerprintComponents.map((component, at) => {
    const hashes = [facts[component] ?? []].flat().flatMap((value) => hashComponent(component, value, hashing));
    const same = hashes.find((hash) => wanted[at] !== undefined && equalBytes(hash, wanted[at]));
    return same ?? hashes[0] ?? new Uint8Array(componentLength);
  });
  return trimFingerprint(concatBytes(...components));
}

/** The form outside of codes: 16 bytes, and four more if the fifth component is known. */
export function trimFingerprint(fingerprint: Uint8Array): Uint8Array {
  return isPresent(fingerprint.subarray(fingerprintLengths[1]))
    ? fingerprint
    : fingerprint.slice(0, fingerprintLengths[1]);
}

/** The form in a code of a scheme: without the fifth component, or with zero for it. Throws a RangeError if the length is of no scheme. */
export function padFingerprint(fingerprint: Uint8Array, scheme: FingerprintScheme): Uint8Array {
  return concatBytes(...splitComponents(fingerprint)).slice(0, fingerprintLengths[scheme]);
}

/**
 * The hashes of a value: of its form in lower case, and, for licences of earlier tools, of its form as it was read. Empty for a value
 * that identifies nothing.
 */
export function hashComponent(component: FingerprintComponent, value: string, hashing: Hashing): Uint8Array[] {
  const fact = acceptFact(value, component);
  const forms = fact === undefined ? [] : new Set([toLowerCase(fact), fact]);
  return Array.from(forms, (form) =>
    hashing.sha256(encodeUtf8(`basics-fp-v1\n${component}:${form}`)).slice(0, componentLength),
  );
}

/**
 * A value without white space and zero bytes of ASCII at both ends; undefined if it identifies nothing. Only ASCII is trimmed and set in
 * lower case, because that is the same in every programming language.
 */
export function acceptFact(value: string, component?: FingerprintComponent): string | undefined {
  const fact = value.replace(/^[\0\t-\r ]+|[\0\t-\r ]+$/g, '');
  const isShared = component === 'smbios-uuid' && sharedUuids.has(toLowerCase(fact));
  return isShared || /^(?:[0 :.-]*|[fF :.-]*)$/.test(fact) || placeholders.has(toLowerCase(fact)) ? undefined : fact;
}

const toLowerCase = (value: string): string => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** What makers and systems write instead of a serial number: with these, different PCs would look the same. */
const placeholders = new Set([
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

/** What makers left in the firmware of many PCs. Scheme 1 may contain them as board id, so they count as absent only for this fact. */
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
 * `same`: at least two components, the same ones on both sides, all equal; the fifth may be absent on one side, because not every user of a
 * PC may read it. `changed`: the same PC with some new parts: more than half of the components that both sides know are equal, and at
 * least two. `different` otherwise.
 */
export type FingerprintRelation = 'same' | 'changed' | 'different';

export function relateFingerprints(left: Uint8Array, right: Uint8Array): FingerprintRelation {
  const rights = splitComponents(right);
  const pairs = splitComponents(left).map((component, at) => [component, rights[at] ?? component] as const);
  const shared = pairs.filter(([component, other]) => isPresent(component) && isPresent(other));
  const equal = shared.filter(([component, other]) => equalBytes(component, other)).length;
  if (equal < 2 || equal * 2 <= shared.length) return 'different';
  const isSame =
    equal === shared.length && pairs.every((pair, at) => at === 4 || isPresent(pair[0]) === isPresent(pair[1]));
  return isSame ? 'same' : 'changed';
}

/** Whether two different PCs have the same machine id: one has a copy of the other's system, or its disk. */
export function isCopiedSystem(left: Uint8Array, right: Uint8Array): boolean {
  const [one, other] = [left, right].map((fingerprint) => fingerprint.subarray(0, componentLength));
  if (one === undefined || other === undefined || !isPresent(one) || !equalBytes(one, other)) return false;
  return relateFingerprints(left, right) === 'different';
}

/** The components of `first`; each that is absent there is taken from `second`. */
export function completeFingerprint(first: Uint8Array, second: Uint8Array): Uint8Array {
  const seconds = splitComponents(second);
  const components = splitComponents(first).map((component, at) =>
    isPresent(component) ? component : (seconds[at] ?? component),
  );
  return trimFingerprint(concatBytes(...components));
}

/** How many of the components are known. With fewer than two, PCs cannot be distinguished. */
export function countPresentComponents(fingerprint: Uint8Array): number {
  return splitComponents(fingerprint).filter((component) => isPresent(component)).length;
}

/** All five; the fifth is zero where the fingerprint has only four. */
function splitComponents(fingerprint: Uint8Array): Uint8Array[] {
  const length = fingerprintLengths[fingerprint.length > fingerprintLengths[1] ? 2 : 1];
  const whole = concatBytes(requireLength(length, fingerprint, 'A fingerprint'), new Uint8Array(componentLength));
  return fingerprintComponents.map((_, at) => whole.slice(at * componentLength, (at + 1) * componentLength));
}

function isPresent(component: Uint8Array): boolean {
  return component.some((byte) => byte !== 0);
}
