import * as z from 'zod/mini';
import { databaseInteger, day } from '../fields/fields.ts';
import { fieldMessages } from '../texts/field-messages.ts';
import { limits } from './limits.ts';

/**
 * The operators of each type of field. The values of one filter are joined by OR. `inNext` and `inLast` have a number of days, counted from
 * today. `between` has the first and the last day, both included. `oneOf` has a fixed set of values, `reference` the ids of records.
 */
export const operatorsByType = {
  oneOf: ['oneOf', 'noneOf'],
  reference: ['oneOf', 'noneOf', 'isEmpty', 'isNotEmpty'],
  text: ['contains', 'is', 'isNot', 'isEmpty', 'isNotEmpty'],
  day: ['before', 'after', 'between', 'inNext', 'inLast', 'isEmpty', 'isNotEmpty'],
  moment: ['before', 'after', 'between', 'inNext', 'inLast', 'isEmpty', 'isNotEmpty'],
  count: ['is', 'more', 'fewer'],
  flag: ['yes', 'no'],
} as const;

export type ListFieldType = keyof typeof operatorsByType;
export type ListOperator = (typeof operatorsByType)[ListFieldType][number];

/** A field by which a list can be filtered. `value` is the schema of one value. */
export type ListField<Type extends ListFieldType = ListFieldType> = { type: Type; value: z.ZodMiniType<ListValue> };
export type ListFields = Readonly<Record<string, ListField>>;
export type ListValue = string | number;

/** A filter of a list: a field, an operator of its type, and as many values as the operator needs. */
export type ListFilter<Name extends string = string> = {
  field: Name;
  op: ListOperator;
  values: readonly ListValue[];
};

const line = z.string().check(
  z.refine((text) => text.trim() !== '', { error: fieldMessages.filterText }),
  z.maxLength(limits.text.line),
);
const days = z
  .int({ error: fieldMessages.days })
  .check(z.minimum(1, { error: fieldMessages.days }), z.maximum(limits.list.days, { error: fieldMessages.days }));
const dayOrDays = z.union([day, days], { error: fieldMessages.filterDay });
const declareField = <const Type extends ListFieldType>(type: Type, value: z.ZodMiniType<ListValue>) => ({
  type,
  value,
});

/** The types of the fields, for the declaration of a list. */
export const listField = {
  oneOf: (values: readonly string[]) => declareField('oneOf', z.enum(values)),
  /** The id of a record, which is a text. */
  reference: () => declareField('reference', z.string().check(z.minLength(1), z.maxLength(limits.text.name))),
  /** The id of a record, which is a number. */
  numberedReference: () => declareField('reference', databaseInteger(fieldMessages.wholeNumber)),
  text: () => declareField('text', line),
  /** A text that is compared by its digits, such as a phone number. */
  digits: () =>
    declareField(
      'text',
      line.check(z.refine((text) => text.replaceAll(/\D/g, '').length > 2, { error: fieldMessages.filterDigits })),
    ),
  day: () => declareField('day', dayOrDays),
  moment: () => declareField('moment', dayOrDays),
  count: () => declareField('count', databaseInteger(fieldMessages.filterCount)),
  flag: () => declareField('flag', z.never()),
};

/** How many values an operator has; null for one or more. */
const valueCounts: Readonly<Record<ListOperator, number | null>> = {
  oneOf: null,
  noneOf: null,
  isEmpty: 0,
  isNotEmpty: 0,
  yes: 0,
  no: 0,
  contains: 1,
  is: 1,
  isNot: 1,
  more: 1,
  fewer: 1,
  before: 1,
  after: 1,
  inNext: 1,
  inLast: 1,
  between: 2,
};

/** The schema of the filters of a list, of which each row must match all. */
export function createListFilters<Fields extends ListFields>(
  fields: Fields,
): z.ZodMiniOptional<z.ZodMiniType<ListFilter<keyof Fields & string>[]>> {
  const [first, ...others] = Object.entries(fields).map(([name, { type, value }]) =>
    z
      .strictObject({
        field: z.literal(name),
        op: z.enum(operatorsByType[type], { error: fieldMessages.filterOperator }),
        values: z._default(z.array(value).check(z.maxLength(limits.list.values)), []),
      })
      .check(
        z.refine(hasRightCount, { error: fieldMessages.filterValues, path: ['values'] }),
        z.refine(hasRightDays, { error: fieldMessages.filterDays, path: ['values'] }),
      ),
  );
  if (first === undefined) throw new Error('a list has fields');
  const filter = z.discriminatedUnion('field', [first, ...others], { error: fieldMessages.filterField });
  return z.optional(z.array(filter).check(z.maxLength(limits.list.filters)));
}

type CheckedFilter = { op: ListOperator; values: readonly unknown[] };

/** Returns whether a filter has as many values as its operator needs. */
export function hasRightCount({ op, values }: CheckedFilter): boolean {
  const count = valueCounts[op];
  return count === null ? values.length > 0 : values.length === count;
}

/** Whether the operators about days have a number of days or days in order. */
function hasRightDays({ op, values }: CheckedFilter): boolean {
  if (op === 'inNext' || op === 'inLast') return values.every((value) => typeof value === 'number');
  if (op === 'before' || op === 'after') return values.every((value) => typeof value === 'string');
  if (op !== 'between') return true;
  const [from, to] = values;
  return typeof from === 'string' && typeof to === 'string' && from <= to;
}
