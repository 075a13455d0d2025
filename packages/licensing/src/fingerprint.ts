import { concatBytes, equalBytes, requireLength, encodeUtf8 } from './bytes.ts';
import type { Hashing } from './primitives.ts';

/** The facts that scheme 1 hashes, in their order in the fingerprint. The names are hashed too: never rename them. */
export const fingerprintComponents = ['machine-id', 'board-id', 'system-disk', 'network-card'] as const;

export type FingerprintComponent = (typeof fingerprintComponents)[number];

export type MachineFacts = Readonly<Partial<Record<FingerprintComponent, string>>>;

export const fingerprintScheme = 1;
export const fingerprintLength = 16;
const componentLength = 4;

/** 16 bytes, four for each component; a fact that is absent or blank is zero, and matches nothing. */
export function createFingerprint(facts: MachineFacts, hashing: Hashing): Uint8Array {
  return concatBytes(
    ...fingerprintComponents.map((component) => hashComponent(component, facts[component] ?? '', hashing)),
  );
}

export function hashComponent(component: FingerprintComponent, value: string, hashing: Hashing): Uint8Array {
  const trimmed = value.trim();
  if (trimmed === '') return new Uint8Array(componentLength);
  return hashing.sha256(encodeUtf8(`basics-fp-v1\n${component}:${trimmed}`)).slice(0, componentLength);
}

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
