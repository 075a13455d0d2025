import type { Body, Params } from '@basics/contract/endpoint.ts';
import type { policies, Terms } from '@basics/contract/policies.ts';
import type { Trx } from '#server/database/database.ts';
import { problem } from '#server/platform/problem.ts';
import { recordAction } from '#server/platform/writing.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { findPoliciesByKeys, lockPolicies, writeTerms } from './policies.repository.ts';
import type { PolicyRow } from './policies.repository.ts';
import { isSameTerms, toKeys, requireCurrent, pickTerms } from './policy.ts';

type PolicyInput = Body<typeof policies.update>;

/**
 * Writes the terms to a policy and to the policies of the other requested brands, all of them or none. Policies that have these terms already
 * are not changed. Returns the policy.
 */
export function writePolicies(
  context: WriteContext,
  key: Params<typeof policies.update>,
  body: PolicyInput,
): Promise<PolicyRow> {
  const { keys, versions } = toKeys(key, body);
  const terms = pickTerms(body);
  const { bridge } = body;
  return context.database.transact(async (trx) => {
    const rows = await lockPolicies(trx, keys);
    requireCurrent(rows, versions);
    const changedRows = rows.filter((row) => !isSameTerms(row, terms) || isBridge(row) !== (bridge ?? isBridge(row)));
    for (const row of changedRows)
      await writeTerms(trx, row, { ...terms, ...(bridge !== undefined && { bridge: bridge ? 1 : 0 }) });
    const updatedRow = (await findPoliciesByKeys(trx, keys)).find(({ brandId }) => brandId === key.brand);
    if (!updatedRow) throw problem('RESULTS_NOT_FOUND');
    for (const row of changedRows) await recordPolicyChange(trx, context, { row, terms, bridge });
    return updatedRow;
  });
}

const isBridge = ({ bridge }: PolicyRow): boolean => bridge === 1;

type Change = { row: PolicyRow; terms: Terms; bridge: boolean | undefined };

const recordPolicyChange = (trx: Trx, context: WriteContext, { row, terms, bridge }: Change): Promise<void> =>
  recordAction(trx, context, {
    action: 'policy.update',
    subject: { kind: 'policy', id: `${row.profileId}/${row.toolId}/${row.brandId}` },
    before: { ...pickTerms(row), ...(bridge !== undefined && { bridge: isBridge(row) }) },
    after: { ...terms, ...(bridge !== undefined && { bridge }) },
  });
