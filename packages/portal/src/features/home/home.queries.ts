import { queryOptions } from '@tanstack/react-query';
import { home } from '@basics/contract/home.ts';
import { licenses } from '@basics/contract/licenses.ts';
import { limits } from '@basics/contract/limits.ts';
import { call } from '#portal/api/call.ts';

/** The licences that expire last come first, so the active ones are among them. Licences beyond one page are not shown. */
const latestExpiring = { pageSize: limits.page.most, sort: { field: 'expiryDate', direction: 'desc' } } as const;

/** Returns the active licences, the next to expire first; and whether the user has ever had a licence. */
export const createActiveLicensesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['licenses', userId, 'list', latestExpiring],
    queryFn: ({ signal }) => call(licenses.list, { params: { id: userId }, query: latestExpiring, signal }),
    select: ({ items, total }) => ({
      active: items
        .filter(({ status }) => status === 'Active')
        .toSorted((one, other) => one.expiryDate.localeCompare(other.expiryDate)),
      hasHadAny: total > 0,
    }),
  });

/** The open work of staff. */
export const staffFigures = queryOptions({
  queryKey: ['home', 'figures'],
  queryFn: ({ signal }) => call(home.figures, { signal }),
});
