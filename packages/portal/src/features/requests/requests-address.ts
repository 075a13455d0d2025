import * as z from 'zod/mini';
import { numberInPath } from '@basics/contract/fields.ts';
import { limits } from '@basics/contract/limits.ts';
import { requests, requestStatuses } from '@basics/contract/requests.ts';

const short = z.optional(z.string().check(z.maxLength(limits.text.name)));

/** What the address remembers of the list, in the fields of the call; `request` is the one that is open. */
export const requestsAddress = z.object({
  pageNumber: z.optional(numberInPath),
  keyword: z.optional(z.string().check(z.maxLength(limits.text.keyword))),
  sort: requests.search.body.shape.sort,
  country: short,
  brand: short,
  tool: short,
  status: z.optional(z.enum(requestStatuses)),
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

/** Whether anything in particular was asked for. */
export const isNarrowed = (address: RequestsAddress): boolean =>
  address.keyword !== undefined || filterNames.some((name) => address[name] !== undefined);
