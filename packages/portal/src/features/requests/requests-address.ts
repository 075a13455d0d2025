import * as z from 'zod/mini';
import { numberInPath } from '@basics/contract/fields.ts';
import { requestFilters, requests } from '@basics/contract/requests.ts';
import { idFilter, pageAndKeyword } from '#portal/ui/lists/list-address.ts';

/** What the address remembers of the list, in the fields of the call; `request` is the one that is open. */
export const requestsAddress = z.object({
  ...pageAndKeyword,
  sort: requests.search.body.shape.sort,
  country: idFilter,
  brand: idFilter,
  tool: idFilter,
  status: z.optional(z.enum(requestFilters)),
  olderThanDays: z.optional(numberInPath.check(z.maximum(3650))),
  request: z.optional(numberInPath),
});
export type RequestsAddress = z.infer<typeof requestsAddress>;

export const filterNames = ['country', 'brand', 'tool', 'status', 'olderThanDays'] as const;
export type FilterName = (typeof filterNames)[number];

/** An address without search, filters and page. */
export const cleared = {
  keyword: undefined,
  pageNumber: undefined,
  country: undefined,
  brand: undefined,
  tool: undefined,
  status: undefined,
  olderThanDays: undefined,
};
