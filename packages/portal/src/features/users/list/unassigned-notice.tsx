import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';
import { users as texts } from '#portal/texts/users.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { usersKey } from '../users.queries.ts';

/** Warns a salesman that no country is assigned to them. */
export function UnassignedNotice({ salesmanId }: { salesmanId: number }) {
  const assignmentsQuery = useQuery(createAssignmentsQuery(salesmanId));
  if (assignmentsQuery.data !== 0) return null;
  return (
    <Notice tone="warn" title={texts.unassigned.title}>
      <p>{texts.unassigned.text}</p>
    </Notice>
  );
}

/** Loads the number of countries that are assigned to a salesman. */
const createAssignmentsQuery = (salesmanId: number) =>
  queryOptions({
    queryKey: [...usersKey, 'assignments', salesmanId],
    queryFn: async ({ signal }) => {
      const body = { salesmanId, pageNumber: 1, pageSize: 1, keyword: '' };
      return (await call(countrySalesmen.search, { body, signal })).total;
    },
  });
