import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { limits } from '../calls/limits.ts';
import { licenseFilters } from '../license-admin/license-lists.ts';
import { requestListFilters } from '../requests/request-lists.ts';
import { userFilters } from '../users/user-lists.ts';

const createCountBody = <Filters extends z.core.$ZodLooseShape>(filters: Filters) => {
  const search = z.strictObject({
    keyword: z._default(z.string().check(z.maxLength(limits.text.keyword)), ''),
    ...filters,
  });
  return z.strictObject({ searches: z.array(search).check(z.minLength(1), z.maxLength(limits.list.counts)) });
};

/** The number of rows of each search, in the order of the searches. Counting may stop at a limit. */
const countsReply = z.strictObject({
  counts: z.array(z.strictObject({ total: z.int(), totalIsMinimum: z.optional(z.literal(true)) })),
});
export type ListCount = z.infer<typeof countsReply>['counts'][number];

/** The calls that count the rows of the views of a list. They are separate from the other calls of the lists, because pages load them late. */
export const listCounts = {
  users: endpoint({
    name: 'listCounts.users',
    summary: 'How many users in the caller’s scope each of several searches finds',
    method: 'POST',
    path: '/user/count',
    access: { any: ['users.view'] },
    body: createCountBody(userFilters),
    reply: countsReply,
    problems: [],
  }),
  requests: endpoint({
    name: 'listCounts.requests',
    summary: 'How many requests in the caller’s scope each of several searches finds',
    method: 'POST',
    path: '/pending-request/count',
    access: { any: ['requests.view'] },
    body: createCountBody(requestListFilters),
    reply: countsReply,
    problems: [],
  }),
  licenses: endpoint({
    name: 'listCounts.licenses',
    summary: 'How many licences in the caller’s scope each of several searches finds',
    method: 'POST',
    path: '/license/count',
    access: { any: ['users.view'] },
    body: createCountBody(licenseFilters),
    reply: countsReply,
    problems: [],
  }),
};
