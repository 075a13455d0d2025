import * as z from 'zod/mini';
import { numberInPath } from '@basics/contract/fields.ts';
import { users, userStatus } from '@basics/contract/users.ts';
import { idFilter, pageAndKeyword } from '#portal/ui/lists/list-address.ts';

/** What the address remembers of the list, in the fields of the call; `columns` are those in sight, joined by commas. */
export const usersAddress = z.object({
  ...pageAndKeyword,
  sort: users.search.body.shape.sort,
  status: z.optional(userStatus),
  profileID: z.optional(numberInPath),
  brand: idFilter,
  tool: idFilter,
  country: idFilter,
  columns: z.optional(z.string()),
});
export type UsersAddress = z.infer<typeof usersAddress>;

export const filterNames = ['status', 'profileID', 'brand', 'tool', 'country'] as const;
export type FilterName = (typeof filterNames)[number];

/** An address without search, filters and page. */
export const cleared = {
  keyword: undefined,
  pageNumber: undefined,
  status: undefined,
  profileID: undefined,
  brand: undefined,
  tool: undefined,
  country: undefined,
};
