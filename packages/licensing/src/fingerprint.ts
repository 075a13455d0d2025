import { concatBytes, equalBytes, requireLength, encodeUtf8 } from './bytes.ts';
import type { Hashing } from './primitives.ts';

/** The facts that scheme 1 hashes, in their order in the fingerprint. The names are hashed too: never rename them. */
export const fingerprintComponents = ['machine-id', 'board-id', 'system-disk', 'network-card'] as const;

export type FingerprintComponent = (typeof fingerprintComponents)[number];

/** The values of a PC. A PC with several cards or disks has several values of one fact, the preferred one first. */
export type MachineFacts = Readonly<Partial<Record<FingerprintComponent, string | readonly string[]>>>;

export const fingerprintScheme = 1;
export const fingerprintLength = 16;
const componentLength = 4;

/**
 * 16 bytes, four for each component; a fact that is absent is zero, and matches nothing. `licensed`: the fingerprint in a licence of this
 * PC. Of several values of a fact, the one that it contains is taken, so that a docking station or a second disk changes nothing.
 */
export function createFingerprint(facts: MachineFacts, hashing: Hashing, licensed?: Uint8Array): Uint8Array {
  const wanted = licensed === undefined ? [] : splitComponents(licensed);
  return concatBytes(
    ...fingerprintComponents.map((component, at) => {
      const hashes = [facts[component] ?? []].flat().flatMap((value) => hashComponent(component, value, hashing));
      const same = hashes.find((hash) => wanted[at] !== undefined && equalBytes(hash, wanted[at]));
      return same ?? hashes[0] ?? new Uint8Array(componentLength);
    }),
  );
}

/**
 * The hashes of a value: of its form in lower case, and, for licences of earlier tools, of its form as it was read. Empty for a value
 * that identifies nothing.
 */
export function hashComponent(component: FingerprintComponent, value: string, hashing: Hashing): Uint8Array[] {
  const fact = acceptFact(value);
  const forms = fact === undefined ? [] : new Set([toLowerCase(fact), fact]);
  return Array.from(forms, (form) =>
    hashing.sha256(encodeUtf8(`basics-fp-v1\n${component}:${form}`)).slice(0, componentLength),
  );
}

/**
 * A value without white space and zero bytes of ASCII at both ends; undefined if it identifies nothing. Only ASCII is trimmed and set in
 * lower case, because that is the same in every programming language.
 */
export function acceptFact(value: string): string | undefined {
  const fact = value.replace(/^[\0\t-\r ]+|[\0\t-\r ]+$/g, '');
  return /^(?:[0 :.-]*|[fF :.-]*)$/.test(fact) || placeholders.has(toLowerCase(fact)) ? undefined : fact;
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

/**
 * `same`: at least two components, the same ones on both sides, all equal. `changed`: the same PC with some new parts: at
 * least 3 of 4 equal, or 2 when only 2 or 3 are present on both sides. `different` otherwise.
 */
export type FingerprintRelation = 'same' | 'changed' | 'different';

export function relateFingerprints(left: Uint8Array, right: Uint8Array): FingerprintRelation {
  const lefts = splitComponents(left);
  const rights = splitComponents(right);
  const pairs = lefts.map((component, at) => ({ component, other: rights[at] ?? new Uint8Array(componentLength) }));
  const shared = pairs.filter(({ component, other }) => isPresent(component) && isPresent(other));
  const equal = shared.filter(({ component, other }) => equalBytes(component, other)).length;
  if (equal < (shared.length === fingerprintComponents.length ? 3 : 2)) return 'different';
  return equalBytes(left, right) ? 'same' : 'changed';
}

/** The components of `first`; each that is absent there is taken from `second`. */
export function completeFingerprint(first: Uint8Array, second: Uint8Array): Uint8Array {
  const seconds = splitComponents(second);
  const components = splitComponents(first).map((component, at) => (isPresent(component) ? component : seconds[at]));
  return concatBytes(...components.map((component) => component ?? new Uint8Array(componentLength)));
}

/** How many of the four components are known. With fewer than two, PCs cannot be distinguished. */
export function countPresentComponents(fingerprint: Uint8Array): number {
  return splitComponents(fingerprint).filter((component) => isPresent(component)).length;
}

function splitComponents(fingerprint: Uint8Array): Uint8Array[] {
  requireLength(fingerprintLength, fingerprint, 'A fingerprint');
  return fingerprintComponents.map((_, at) => fingerprint.slice(at * componentLength, (at + 1) * componentLength));
}

function isPresent(component: Uint8Array): boolean {
  return component.some((byte) => byte !== 0);
}
