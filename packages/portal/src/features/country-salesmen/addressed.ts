import { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import { numberInPath } from '@basics/contract/fields.ts';
import * as z from 'zod/mini';
import { pageAndKeyword } from '#portal/ui/lists/list-address.ts';

/** What the address remembers of the screen: which view, and of the list the fields of its call. */
export const addressed = z.object({
  view: z.optional(z.enum(['coverage'])),
  ...pageAndKeyword,
  sort: countrySalesmen.search.body.shape.sort,
  continent: z.optional(z.string()),
  country: z.optional(z.string()),
  brand: z.optional(z.string()),
  salesmanId: z.optional(numberInPath),
  gaps: z.optional(z.enum(['true'])),
  /** A new assignment begun elsewhere: at a gap of the coverage. */
  add: z.optional(z.object({ country: z._default(z.string(), ''), brand: z._default(z.string(), '') })),
});
export type Addressed = z.infer<typeof addressed>;
