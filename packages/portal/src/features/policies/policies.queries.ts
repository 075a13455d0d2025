import type { Body, Reply } from '@basics/contract/endpoint.ts';
import { policies } from '@basics/contract/policies.ts';
import type { CountedPolicy, PolicyReach } from '@basics/contract/policies.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { portalProblem } from '#portal/api/api-problem.ts';
import { call } from '#portal/api/call.ts';

export type Policies = Reply<typeof policies.list>;
export type WrittenPolicy = Omit<Body<typeof policies.update>, 'preview'>;

const room = 'policies';

export const allPolicies = queryOptions({
  queryKey: [room, 'list'],
  queryFn: ({ signal }) => call(policies.list, { signal }),
});

/** The keys that identify a policy. */
type Key = Pick<CountedPolicy, 'profileID' | 'tool' | 'brand'>;
const paramsOf = ({ profileID, tool, brand }: Key): Key => ({ profileID, tool, brand });

/** Counts the users that these terms would affect; the result is never cached. */
export const reachOf = (key: Key, body: WrittenPolicy) =>
  queryOptions({
    queryKey: [room, 'reach', paramsOf(key), body],
    queryFn: async ({ signal }): Promise<PolicyReach> => {
      const reply = await call(policies.update, { params: paramsOf(key), body: { ...body, preview: true }, signal });
      if (!('reach' in reply)) throw portalProblem('UNREADABLE', 200);
      return reply.reach;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

export async function savePolicy(key: Key, body: WrittenPolicy): Promise<void> {
  await call(policies.update, { params: paramsOf(key), body });
}

export const forgetPolicies = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: [room] });
