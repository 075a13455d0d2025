import type { Params, Reply } from '@basics/contract/calls/endpoint.ts';
import type { CountedPolicy, policies } from '@basics/contract/policies/policies.ts';
import { graceDaysOfCode } from '@basics/licensing/licence.ts';
import { toUtcDay } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import {
  countLicensesByPolicy,
  countUsersByPolicy,
  findBrands,
  findPolicies,
  findTools,
} from './policies.repository.ts';
import { compareByProfile, sumCountsOfPolicy, toPolicy } from './policy.ts';

type ReadContext = Pick<CallContext, 'db' | 'at'>;

export async function listPolicies(context: ReadContext): Promise<Reply<typeof policies.list>> {
  const tools = await findTools(context.db);
  return {
    items: await readPolicies(context),
    tools: tools.map(({ id, name, retired }) => ({ id, name, retired: retired === 1 })),
    brands: await findBrands(context.db),
    // The grace period of a licence code is fixed, because the code does not contain it.
    graceDays: graceDaysOfCode,
  };
}

/** Reads one policy. Throws RESULTS_NOT_FOUND. */
export async function readPolicy(
  context: ReadContext,
  { profileID, tool, brand }: Params<typeof policies.update>,
): Promise<CountedPolicy> {
  const policy = (await readPolicies(context)).find(
    (item) => item.profileID === profileID && item.tool === tool && item.brand === brand,
  );
  if (!policy) throw problem('RESULTS_NOT_FOUND');
  return policy;
}

async function readPolicies({ db, at }: ReadContext): Promise<CountedPolicy[]> {
  const now = { at, today: toUtcDay(at) };
  const userCounts = await countUsersByPolicy(db, now);
  const licenseCounts = await countLicensesByPolicy(db, now);
  return (await findPolicies(db)).toSorted(compareByProfile).map((row) => ({
    ...toPolicy(row),
    people: sumCountsOfPolicy(row, userCounts),
    activeLicenses: sumCountsOfPolicy(row, licenseCounts),
  }));
}
