import * as z from 'zod/mini';
import { day, numberInPath } from '@basics/contract/fields.ts';
import { licenseAdmin } from '@basics/contract/license-admin.ts';
import { licenseStatus } from '@basics/contract/licenses.ts';
import { idFilter, pageAndKeyword } from '#portal/ui/lists/list-address.ts';

/** What the address remembers of the list, in the fields of the call; `license` is the one that is open. */
export const addressed = z.object({
  ...pageAndKeyword,
  sort: licenseAdmin.search.body.shape.sort,
  status: z.optional(licenseStatus),
  tool: idFilter,
  brand: idFilter,
  country: idFilter,
  endsFrom: z.optional(day),
  endsTo: z.optional(day),
  userId: z.optional(numberInPath),
  license: z.optional(numberInPath),
});
export type Addressed = z.infer<typeof addressed>;

export const filterNames = ['status', 'tool', 'brand', 'country', 'endsFrom', 'endsTo', 'userId'] as const;
export type FilterName = (typeof filterNames)[number];

/** An address without search, filters and page. */
export const cleared = {
  keyword: undefined,
  pageNumber: undefined,
  status: undefined,
  tool: undefined,
  brand: undefined,
  country: undefined,
  endsFrom: undefined,
  endsTo: undefined,
  userId: undefined,
};
