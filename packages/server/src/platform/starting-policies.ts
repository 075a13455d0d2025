import type { Terms } from '@basics/contract/policies.ts';
import type { Trx } from '#server/database/database.ts';
import { policies as shipped } from '#server/database/migrations/0002-shipped-rows.data.ts';
import { headId } from './audit.ts';

/** What was shipped is alike for every tool and brand: what stands for one of them is what all begin with. */
const starting = shipped
  .filter(({ tool_id, brand_id }) => tool_id === shipped[0]?.tool_id && brand_id === shipped[0].brand_id)
  .map(({ profile_id, months, days, seats, moves, grace_days }) => ({
    profileId: profile_id,
    months,
    days,
    seats,
    moves,
    graceDays: grace_days,
  }));

/** What every tool begins with under every brand, by profile (0: viewers), in the order in which profiles are listed. */
export const startingPolicies: ReadonlyMap<number, Terms> = new Map(
  starting.map(({ profileId, months, days, seats, moves }) => [profileId, { months, days, seats, moves }]),
);

/**
 * Gives every tool under every brand the policies that it lacks: after a tool or a brand was added, in the same transaction. Two who
 * add at once wait for each other, so that the second sees what the first has added.
 */
export async function completePolicies(trx: Trx): Promise<void> {
  await trx.selectFrom('auditHead').select('id').where('id', '=', headId).forUpdate().execute();
  const lacking = await trx
    .selectFrom('tools')
    .innerJoin('brands', (join) => join.onTrue())
    .leftJoin('licencePolicies as held', (join) =>
      join.onRef('held.toolId', '=', 'tools.id').onRef('held.brandId', '=', 'brands.id'),
    )
    .select(['tools.id as toolId', 'brands.id as brandId'])
    .where('tools.parentToolId', 'is', null)
    .where('held.profileId', 'is', null)
    .execute();
  const rows = lacking.flatMap((key) => starting.map((terms) => ({ ...terms, ...key })));
  if (rows.length > 0) await trx.insertInto('licencePolicies').values(rows).execute();
}
