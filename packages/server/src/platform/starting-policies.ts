import type { Terms } from '@basics/contract/policies.ts';
import { policies as shipped } from '#server/database/migrations/0002-shipped-rows.data.ts';

/** The policies (terms of licences) of the first shipped tool and brand, by profile. They are the same for every other tool and brand. */
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

/** The policies with which every new tool and brand starts, by the id of the profile (0: viewers), in the order in which they are listed. */
export const startingPolicies: ReadonlyMap<number, Terms> = new Map(
  shippedPolicies.map(({ profileId, months, days, seats, moves }) => [profileId, { months, days, seats, moves }]),
);
