import { audit, auditListFields } from '@basics/contract/audit/audit.ts';
import { day, numberInPath } from '@basics/contract/fields/fields.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '#portal/api/call.ts';
import { declareList } from '#portal/api/declare-list.ts';

/** The list of entries of the audit log. `entry` is the id of the open entry. */
export const entriesList = declareList({
  key: ['audit', 'list'],
  usualSort: defaultSorts.auditEntries,
  search: audit.search,
  export: audit.export,
  pageSize: 20,
  fields: auditListFields,
  filters: {
    action: z.string(),
    actorId: numberInPath,
    subjectKind: z.string(),
    subjectId: z.string(),
    field: z.string().check(z.regex(/^[a-z]\w{0,79}$/i)),
    from: day,
    to: day,
  },
  view: { entry: numberInPath },
});

/** Loads the last verification of the audit log. While a verification is running, its result is loaded again every 2 s. */
export const auditVerification = queryOptions({
  queryKey: ['audit', 'verification'],
  queryFn: ({ signal }) => call(audit.verification, { signal }),
  refetchInterval: ({ state }) => (state.data?.running === true ? 2000 : false),
});

export async function startVerification(client: QueryClient): Promise<void> {
  client.setQueryData(auditVerification.queryKey, await call(audit.verify));
}
