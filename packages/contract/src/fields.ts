import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { words } from './words.ts';

const whole = /^[1-9]\d{0,9}$/;

/** A positive whole number that travels as text in a path or a query, up to 2^31 - 1. */
export const numberInPath = z.pipe(
  z.transform((given: unknown) => (typeof given === 'string' && whole.test(given) ? Number(given) : given)),
  z.int({ error: words.notAllowed }).check(z.minimum(1), z.maximum(2_147_483_647)),
);

/** A whole number that a column can hold; `required` is said when it is no number. */
export const storedNumber = (required: string = words.notAllowed) =>
  z.int({ error: required }).check(z.minimum(0), z.maximum(2_147_483_647));

/** A moment, ISO 8601 in UTC. */
export const moment = z.iso.datetime();

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date();

/** The fields that ask for a page in a query; `sortable` are the columns that can lead. */
export const pageQuery = <const Field extends string>(sortable: readonly Field[], pageSize: number) =>
  z.strictObject({
    pageNumber: z._default(numberInPath.check(z.maximum(100_000)), 1),
    pageSize: z._default(numberInPath.check(z.maximum(limits.page.most)), pageSize),
    keyword: z._default(z.string().check(z.maxLength(limits.text.keyword)), ''),
    sort: z.optional(z.strictObject({ field: z.enum(sortable), direction: z.enum(['asc', 'desc']) })),
  });

/** The fields that ask for a page in a body; `filters` are those of the list itself. */
export const pageBody = <const Field extends string, Filters extends z.core.$ZodLooseShape>(
  sortable: readonly Field[],
  pageSize: number,
  filters: Filters,
) =>
  z.strictObject({
    pageNumber: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
    pageSize: z._default(z.int().check(z.minimum(1), z.maximum(limits.page.most)), pageSize),
    keyword: z._default(z.string().check(z.maxLength(limits.text.keyword)), ''),
    sort: z.optional(z.strictObject({ field: z.enum(sortable), direction: z.enum(['asc', 'desc']) })),
    ...filters,
  });

/** An e-mail address; exactly one, as it stands. */
export const emailAddress = z.string({ error: words.email }).check(
  z.refine((text) => text.trim() !== '', { error: words.email, abort: true }),
  z.maxLength(limits.text.login, { error: words.tooLong }),
  z.email({ error: words.emailFormat }),
);

/** For a check that compares two fields: it runs once both hold text, also while something else is wrong. */
export const bothFilled =
  (...names: readonly [string, string]) =>
  ({ value }: { value: unknown }): boolean =>
    typeof value === 'object' &&
    value !== null &&
    names.every((name) => {
      const text: unknown = Reflect.get(value, name);
      return typeof text === 'string' && text.trim() !== '';
    });

/** Free text that may be empty. */
export const optionalText = (most: number) => z.string().check(z.maxLength(most, { error: words.tooLong }));

/** Ids for a bulk call: at least one, at most a page of the largest size. */
export const idList = z
  .array(z.int().check(z.minimum(1), z.maximum(2_147_483_647)))
  .check(z.minLength(1), z.maxLength(limits.page.most));

/** What became of each id of a bulk call. */
export const bulkReply = z.strictObject({
  results: z.array(
    z.strictObject({
      id: z.int(),
      outcome: z.enum(['deleted', 'notFound', 'refused']),
      message: z.optional(z.string()),
    }),
  ),
});

/** One page of a list; `total` counts what the asker may see. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.strictObject({ items: z.array(item), total: z.int(), pageNumber: z.int(), pageSize: z.int() });
