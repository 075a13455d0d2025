import type { Trx } from '../database/foundation.ts';
import { lockAuditHead } from './audit/audit.repository.ts';
import { shippedPolicies } from './starting-policies.ts';

/**
 * Adds the missing policies of every tool and brand. Call this function in each transaction that adds a tool or a brand. Transactions that
 * add policies wait for each other, so that the second transaction sees the policies of the first.
 */
export async function insertMissingPolicies(trx: Trx): Promise<void> {
  await lockAuditHead(trx);
  const missingPolicies = await trx
    .selectFrom('tools')
    .innerJoin('brands', (join) => join.onTrue())
    .leftJoin('licencePolicies as held', (join) =>
      join.onRef('held.toolId', '=', 'tools.id').onRef('held.brandId', '=', 'brands.id'),
    )
    .select(['tools.id as toolId', 'brands.id as brandId'])
    .where('tools.parentToolId', 'is', null)
    .where('held.profileId', 'is', null)
    .execute();
  const rows = missingPolicies.flatMap((key) => shippedPolicies.map((terms) => ({ ...terms, ...key })));
  if (rows.length > 0) await trx.insertInto('licencePolicies').values(rows).execute();
}
