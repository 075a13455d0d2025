import { audit } from '@basics/contract/audit.ts';
import { day, numberInPath } from '@basics/contract/fields.ts';
import { limits } from '@basics/contract/limits.ts';
import * as z from 'zod/mini';
import type { EntriesAsked } from './audit.queries.ts';

/** What the address remembers: of the list the fields of its call, and which entry is open. */
export const addressed = z.object({
  pageNumber: z.optional(numberInPath),
  keyword: z.optional(z.string().check(z.maxLength(limits.text.keyword))),
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
export type Change = (change: Partial<Addressed>, how?: { replace: boolean }) => void;

/** Everything that narrows the list, taken back. */
export const nothing = {
  pageNumber: undefined,
  keyword: undefined,
  action: undefined,
  actorId: undefined,
  subjectKind: undefined,
  subjectId: undefined,
  from: undefined,
  to: undefined,
};

/** What of the address is asked of the server. */
export const askedBy = (state: Addressed): EntriesAsked =>
  Object.fromEntries(Object.entries(state).filter(([field, value]) => field !== 'entry' && value !== undefined));
