import type { Terms } from '@basics/contract/policies.ts';
import { policies as shipped } from '#server/database/migrations/0002-shipped-rows.data.ts';

/**
 * The shipped policies are the same for every tool and brand, so those of one tool are the starting policies of all.
 */
export const shippedPolicies = shipped
  .filter(({ tool_id, brand_id }) => tool_id === shipped[0]?.tool_id && brand_id === shipped[0].brand_id)
  .map(({ profile_id, months, days, seats, moves, grace_days }) => ({
    profileId: profile_id,
    months,
    days,
    seats,
    moves,
    graceDays: grace_days,
  }));

/** The starting policy of every tool under every brand, by profile (0: viewers), in the order of the list. */
export const startingPolicies: ReadonlyMap<number, Terms> = new Map(
  shippedPolicies.map(({ profileId, months, days, seats, moves }) => [profileId, { months, days, seats, moves }]),
);
