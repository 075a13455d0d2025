import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import { policies, type CountedPolicy, type PolicyImpact } from '@basics/contract/policies/policies.ts';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { createPortalProblem } from '#portal/api/api-problem.ts';
import { call } from '#portal/api/call.ts';

export type Policies = Reply<typeof policies.list>;
export type PolicyInput = Omit<Body<typeof policies.update>, 'preview'>;

const policiesKey = 'policies';

export const allPolicies = queryOptions({
  queryKey: [policiesKey, 'list'],
  queryFn: ({ signal }) => call(policies.list, { signal }),
});

/** The profile, tool and brand identify a policy. */
type PolicyKey = Pick<CountedPolicy, 'profileID' | 'tool' | 'brand'>;
const createParams = ({ profileID, tool, brand }: PolicyKey): PolicyKey => ({ profileID, tool, brand });

/** Counts the users that changed terms would affect. The number of affected users is not cached. */
export const createImpactQuery = (key: PolicyKey, body: PolicyInput) =>
  queryOptions({
    queryKey: [policiesKey, 'reach', createParams(key), body],
    queryFn: async ({ signal }): Promise<PolicyImpact> => {
      const reply = await call(policies.update, {
        params: createParams(key),
        body: { ...body, preview: true },
        signal,
      });
      if (!('reach' in reply)) throw createPortalProblem('UNREADABLE', 200);
      return reply.reach;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

export async function savePolicy(key: PolicyKey, body: PolicyInput): Promise<void> {
  await call(policies.update, { params: createParams(key), body });
}

export const invalidatePolicies = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: [policiesKey] });
