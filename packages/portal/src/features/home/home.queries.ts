import { queryOptions } from '@tanstack/react-query';
import { home } from '@basics/contract/home.ts';
import { licenses } from '@basics/contract/licenses.ts';
import { limits } from '@basics/contract/limits.ts';
import { call } from '#portal/api/call.ts';

/** The licences that end last come first: what is active stands among them. Beyond the most that a page holds, none is shown. */
const latestEnding = { pageSize: limits.page.most, sort: { field: 'expiryDate', direction: 'desc' } } as const;

/** What is in force, the next to end first; and whether there has ever been a licence. */
export const licensesInForce = (userId: number) =>
  queryOptions({
    queryKey: ['licenses', userId, 'list', latestEnding],
    queryFn: ({ signal }) => call(licenses.list, { params: { id: userId }, query: latestEnding, signal }),
    select: ({ items, total }) => ({
      active: items
        .filter(({ status }) => status === 'Active')
        .toSorted((one, other) => one.expiryDate.localeCompare(other.expiryDate)),
      hasHadAny: total > 0,
    }),
  });

/** What waits for staff. */
export const staffFigures = queryOptions({
  queryKey: ['home', 'figures'],
  queryFn: ({ signal }) => call(home.figures, { signal }),
});
