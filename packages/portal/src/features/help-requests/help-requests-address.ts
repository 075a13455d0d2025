import * as z from 'zod/mini';
import { numberInPath } from '@basics/contract/fields.ts';
import { helpRequests, helpState } from '@basics/contract/help-requests.ts';
import { pageAndKeyword } from '#portal/ui/lists/list-address.ts';

/** What the address remembers of the list, in the fields of the call; `request` is the one that is open. */
export const helpRequestsAddress = z.object({
  ...pageAndKeyword,
  sort: helpRequests.search.body.shape.sort,
  state: z.optional(helpState),
  request: z.optional(numberInPath),
});
export type HelpRequestsAddress = z.infer<typeof helpRequestsAddress>;

/** An address without search, filter and page. */
export const cleared = { keyword: undefined, pageNumber: undefined, state: undefined };
