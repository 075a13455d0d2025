import { numberInPath } from '@basics/contract/fields.ts';
import { limits } from '@basics/contract/limits.ts';
import * as z from 'zod/mini';

/** The search parameters that every list has: page and keyword. */
export const pageAndKeyword = {
  pageNumber: z.optional(numberInPath),
  keyword: z.optional(z.string().check(z.maxLength(limits.text.keyword))),
};

/** A filter by the id of a tool, a brand or a country. */
export const idFilter = z.optional(z.string().check(z.maxLength(limits.text.name)));
