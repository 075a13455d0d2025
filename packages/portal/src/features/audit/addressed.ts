import { audit } from '@basics/contract/audit.ts';
import { day, numberInPath } from '@basics/contract/fields.ts';
import * as z from 'zod/mini';
import { pageAndKeyword } from '#portal/ui/lists/list-address.ts';

/** What the address remembers: of the list the fields of its call, and which entry is open. */
export const addressed = z.object({
  ...pageAndKeyword,
  sort: audit.search.body.shape.sort,
  action: z.optional(z.string()),
  actorId: z.optional(numberInPath),
  subjectKind: z.optional(z.string()),
  subjectId: z.optional(z.string()),
  from: z.optional(day),
  to: z.optional(day),
  entry: z.optional(numberInPath),
});
export type Addressed = z.infer<typeof addressed>;

/** Everything that narrows the list, taken back. */
export const cleared = {
  pageNumber: undefined,
  keyword: undefined,
  action: undefined,
  actorId: undefined,
  subjectKind: undefined,
  subjectId: undefined,
  from: undefined,
  to: undefined,
};
