import * as z from 'zod/mini';
import { numberInPath } from '@basics/contract/fields.ts';
import { limits } from '@basics/contract/limits.ts';
import { users, userStatus } from '@basics/contract/users.ts';

const short = z.optional(z.string().check(z.maxLength(limits.text.name)));

/** What the address remembers of the list, in the fields of the call; `columns` are those in sight, joined by commas. */
export const usersAddress = z.object({
  pageNumber: z.optional(numberInPath),
  keyword: z.optional(z.string().check(z.maxLength(limits.text.keyword))),
  sort: users.search.body.shape.sort,
  status: z.optional(userStatus),
  profileID: z.optional(numberInPath),
  brand: short,
  tool: short,
  country: short,
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

/** Whether anything in particular was asked for. */
export const isNarrowed = (address: UsersAddress): boolean =>
  address.keyword !== undefined || filterNames.some((name) => address[name] !== undefined);
