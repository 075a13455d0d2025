import type { Trx } from '#server/database/database.ts';
import { lockAuditHead } from './audit.repository.ts';
import { starting } from './starting-policies.ts';

/**
 * Gives every tool under every brand the policies that it lacks: after a tool or a brand was added, in the same transaction. Two who
 * add at once wait for each other, so that the second sees what the first has added.
 */
export async function completePolicies(trx: Trx): Promise<void> {
  await lockAuditHead(trx);
  const lacking = await trx
    .selectFrom('tools')
    .innerJoin('brands', (join) => join.onTrue())
    .leftJoin('licence_policies as held', (join) =>
      join.onRef('held.tool_id', '=', 'tools.id').onRef('held.brand_id', '=', 'brands.id'),
    )
    .select(['tools.id as tool_id', 'brands.id as brand_id'])
    .where('tools.parent_tool_id', 'is', null)
    .where('held.profile_id', 'is', null)
    .execute();
  const rows = lacking.flatMap((key) => starting.map((terms) => ({ ...terms, ...key })));
  if (rows.length > 0) await trx.insertInto('licence_policies').values(rows).execute();
}
