import type { Body, Params } from '@basics/contract/calls/endpoint.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import type { policies, Policy, Terms } from '@basics/contract/policies/policies.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { startingPolicies } from '#server/platform/starting-policies.ts';
import { applyChanges, requireCurrentVersion } from '#server/platform/writing.ts';
import type { PolicyKeys, PolicyRow } from './policies.repository.ts';

/** Compares two policies, to sort them by profile in the order of the starting policies. Other profiles come last. */
export const compareByProfile = (one: PolicyRow, other: PolicyRow): number =>
  findProfileRank(one.profileId) - findProfileRank(other.profileId) ||
  one.toolId.localeCompare(other.toolId) ||
  one.brandId.localeCompare(other.brandId);

const profileOrder = [...startingPolicies.keys()];
const findProfileRank = (profileId: number): number =>
  profileOrder.includes(profileId) ? profileOrder.indexOf(profileId) : profileOrder.length;

export const pickTerms = ({ months, days, seats, moves }: Terms): Terms => ({ months, days, seats, moves });

export const toPolicy = (row: PolicyRow): Policy => ({
  profileID: row.profileId,
  tool: row.toolId,
  brand: row.brandId,
  ...pickTerms(row),
  version: row.version,
  bridge: row.bridge === 1,
  renewalDays: row.renewalDays,
  starting: { ...(startingPolicies.get(row.profileId) ?? pickTerms(row)), bridge: true, renewalDays: null },
});

type PolicyCount = { profileId: number | null; toolId: string; brandId: string; count: number };

/** Adds up the counts that belong to a policy. A user without one of the nine profiles counts as a viewer. */
export const sumCountsOfPolicy = (policy: PolicyRow, counts: readonly PolicyCount[]): number =>
  counts
    .filter(({ toolId, brandId }) => toolId === policy.toolId && brandId === policy.brandId)
    .filter(({ profileId: id }) => (id === null || findRole(id) === 'viewer' ? 0 : id) === policy.profileId)
    .reduce((sum, { count }) => sum + count, 0);

type PolicyInput = Body<typeof policies.update>;
/** The version that the client has read of the policy of each brand; undefined if the client has sent none. */
type ReadVersions = ReadonlyMap<string, number | undefined>;

/** Returns the keys (profile, tool, brand) of the policies to write, and for each brand the version of its policy that the client has read. */
export function toPolicyKeys(
  { profileID: profileId, tool: toolId, brand }: Params<typeof policies.update>,
  { version, alsoFor = [] }: Pick<PolicyInput, 'version' | 'alsoFor'>,
): { keys: PolicyKeys; versions: ReadVersions } {
  const requestedPolicies = [{ brand, version }, ...alsoFor];
  const versions = new Map(requestedPolicies.map((policy) => [policy.brand, policy.version]));
  if (versions.size < requestedPolicies.length) throw invalid({ alsoFor: fieldMessages.notAllowed });
  return { keys: { profileId, toolId, brandIds: [...versions.keys()] }, versions };
}

/** Throws RESULTS_NOT_FOUND if a policy is missing, STALE if a policy was changed after the client read it. */
export function requireCurrentVersions(rows: readonly PolicyRow[], versions: ReadVersions): void {
  if (rows.length < versions.size) throw problem('RESULTS_NOT_FOUND');
  for (const row of rows) requireCurrentVersion(row, versions.get(row.brandId));
}

/** Returns the terms of a policy after a change. Throws INVALID if the term would be neither in months nor in days, or in both. */
export function changeTerms(row: PolicyRow, changes: PolicyInput): Terms {
  const { months, days, seats, moves } = changes;
  const terms = applyChanges(pickTerms(row), { months, days, seats, moves });
  if ((terms.months === null) === (terms.days === null)) throw invalid({ months: fieldMessages.term });
  return terms;
}

export const isSameTerms = (one: Terms, other: Terms): boolean =>
  one.months === other.months && one.days === other.days && one.seats === other.seats && one.moves === other.moves;
