import { queryOptions } from '@tanstack/react-query';
import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { users } from '@basics/contract/users/users.ts';
import { call } from '#portal/api/call.ts';
import { callInParts } from '#portal/session/bulk/in-parts.ts';
import { usersKey } from '../users.queries.ts';

// The calls of the parts that the list of users loads only when they are needed.

/** Loads the number of countries that are assigned to a salesman. */
export const createAssignmentsQuery = (salesmanId: number) =>
  queryOptions({
    queryKey: [...usersKey, 'assignments', salesmanId],
    queryFn: async ({ signal }) => {
      const body = { salesmanId, pageNumber: 1, pageSize: 1, keyword: '' };
      return (await call(countrySalesmen.search, { body, signal })).total;
    },
  });

/** Deletes users; returns the outcome for each id. */
export const removeUsers = (ids: readonly number[]) =>
  callInParts(ids, (batchOfIds) => call(users.removeMany, { body: batchOfIds }));
