import type { Terms } from '@basics/contract/policies.ts';
import { policies as shipped } from '#server/database/migrations/0002-shipped-rows.data.ts';

/** What was shipped is alike for every tool and brand: what stands for one of them is what all begin with. */
export const starting = shipped
  .filter(({ tool_id, brand_id }) => tool_id === shipped[0]?.tool_id && brand_id === shipped[0].brand_id)
  .map(({ profile_id, months, days, seats, moves, grace_days }) => ({
    profile_id,
    months,
    days,
    seats,
    moves,
    grace_days,
  }));

/** What every tool begins with under every brand, by profile (0: viewers), in the order in which profiles are listed. */
export const startingPolicies: ReadonlyMap<number, Terms> = new Map(
  starting.map(({ profile_id, months, days, seats, moves }) => [profile_id, { months, days, seats, moves }]),
);
