import type { Body, Params } from '@basics/contract/endpoint.ts';
import { roleOf } from '@basics/contract/permissions.ts';
import type { policies, Policy, Terms } from '@basics/contract/policies.ts';
import { words } from '@basics/contract/words.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { startingPolicies } from '#server/platform/starting-policies.ts';
import type { PolicyKeys, PolicyRow } from './policies.repository.ts';

/** The order of profiles in lists: that of the starting values; other profiles come last. */
export const byProfile = (one: PolicyRow, other: PolicyRow): number =>
  placeOf(one.profileId) - placeOf(other.profileId) ||
  one.toolId.localeCompare(other.toolId) ||
  one.brandId.localeCompare(other.brandId);

const order = [...startingPolicies.keys()];
const placeOf = (profileId: number): number => (order.includes(profileId) ? order.indexOf(profileId) : order.length);

export const termsOf = ({ months, days, seats, moves }: Terms): Terms => ({ months, days, seats, moves });

export const policyOf = (row: PolicyRow): Policy => ({
  profileID: row.profileId,
  tool: row.toolId,
  brand: row.brandId,
  ...termsOf(row),
  version: row.version,
  starting: startingPolicies.get(row.profileId) ?? termsOf(row),
});

type Counted = { profileId: number | null; toolId: string; brandId: string; count: number };

/** The counts that belong to a policy: a user without one of the nine profiles is a viewer. */
export const countsFor = (policy: PolicyRow, counted: readonly Counted[]): number =>
  counted
    .filter(({ toolId, brandId }) => toolId === policy.toolId && brandId === policy.brandId)
    .filter(({ profileId: id }) => (id === null || roleOf(id) === 'viewer' ? 0 : id) === policy.profileId)
    .reduce((sum, { count }) => sum + count, 0);

type Written = Body<typeof policies.update>;

/** The policies to write, each with the version that the client has read, by brand. */
export function keysOf(
  { profileID: profileId, tool: toolId, brand }: Params<typeof policies.update>,
  { version, alsoFor = [] }: Pick<Written, 'version' | 'alsoFor'>,
): { keys: PolicyKeys; versions: ReadonlyMap<string, number> } {
  const all = [{ brand, version }, ...alsoFor];
  const versions = new Map(all.map((each) => [each.brand, each.version]));
  if (versions.size < all.length) throw invalid({ alsoFor: words.notAllowed });
  return { keys: { profileId, toolId, brandIds: [...versions.keys()] }, versions };
}

/** Throws RESULTS_NOT_FOUND if one is missing, STALE if one was changed since the client read it. */
export function requireCurrent(rows: readonly PolicyRow[], versions: ReadonlyMap<string, number>): void {
  if (rows.length < versions.size) throw problem('RESULTS_NOT_FOUND');
  if (rows.some((row) => row.version !== versions.get(row.brandId))) throw problem('STALE');
}

export const isSame = (one: Terms, other: Terms): boolean =>
  one.months === other.months && one.days === other.days && one.seats === other.seats && one.moves === other.moves;
