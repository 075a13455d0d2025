import type { Terms } from '@basics/contract/policies/policies.ts';
import { policies as shipped } from '#server/database/migrations/shipped-rows.data.ts';

/** The policies (terms of licences) of the first shipped tool and brand, by profile. Every other tool and brand has the same policies. */
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

/**
 * The policies with which every new tool and brand starts, in the order of the list of policies. The keys are ids of profiles; 0 means
 * viewers.
 */
export const startingPolicies: ReadonlyMap<number, Terms> = new Map(
  shippedPolicies.map(({ profileId, months, days, seats, moves }) => [profileId, { months, days, seats, moves }]),
);
