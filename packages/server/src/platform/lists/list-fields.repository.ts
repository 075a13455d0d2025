import type { ListField, ListFields, ListFilter, ListOperator } from '@basics/contract/calls/list-fields.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { sql, type RawBuilder } from 'kysely';
import { days, startOfDay, toUtcDay } from '#server/platform/clock/clock.ts';
import { invalid } from '#server/platform/problem.ts';
import { foldText } from '#server/platform/search/search-text.ts';
import { joinConditions, type RowCondition } from './grouped-list.repository.ts';
import { contains } from './list-filter.repository.ts';

type Sql = RawBuilder<unknown>;
type Condition = (column: Sql) => RawBuilder<boolean>;

/**
 * How the server reads a field of a list. `group` is a column of a group `g`, or `test` creates the condition on a group that it has
 * one of the values, or any value if there is none. `matches` creates the condition on a row for a filter. `row` is a value of a row `r`; `find` selects with an index the ids of the rows whose value may meet the condition. `empty` is
 * the stored value of a row without a value. `normalise` converts a text to the form in which it is stored, which is folded otherwise.
 */
export type FieldReader =
  | { group: Sql; empty?: string | number }
  | { test: (values: ListFilter['values']) => RawBuilder<boolean> }
  | { matches: (filter: ListFilter) => RowCondition }
  | {
      row: Sql;
      empty?: string | number;
      find?: (condition: Condition, filter: ListFilter) => Sql | null;
      normalise?: (text: string) => string;
    };

/** The reader of each field. A field that the API contract declares and that is missing here does not compile. */
export type FieldReaders<Fields extends ListFields> = { readonly [Name in keyof Fields]: FieldReader };

type FieldConditions = { groups: RawBuilder<boolean>[]; where: RowCondition[] };

/** Creates the conditions of the filters of a list. `now` is the time (Unix milliseconds) from which relative days count. */
export function createFieldConditions<Fields extends ListFields>(
  { fields, readers, now }: { fields: Fields; readers: FieldReaders<Fields>; now: number },
  filters: readonly ListFilter<keyof Fields & string>[] = [],
): FieldConditions {
  const conditions: FieldConditions = { groups: [], where: [] };
  for (const filter of filters) {
    const field: ListField | undefined = fields[filter.field];
    const reader: FieldReader | undefined = readers[filter.field];
    if (field === undefined || reader === undefined) throw new Error(`the list does not read ${filter.field}`);
    if ('test' in reader) {
      conditions.groups.push(applyOperator(filter, reader.test(filter.values)));
      continue;
    }
    if ('matches' in reader) {
      conditions.where.push(reader.matches(filter));
      continue;
    }
    const empty = reader.empty ?? (field.type === 'text' || field.type === 'reference' ? '' : 0);
    const normalise = ('normalise' in reader && reader.normalise) || foldText;
    const condition = createCondition({ type: field.type, empty, now, normalise }, filter);
    if ('group' in reader) conditions.groups.push(condition(reader.group));
    else
      conditions.where.push({
        test: condition(reader.row),
        candidates: reader.find?.(condition, filter) ?? null,
      });
  }
  return conditions;
}

/** Returns a function that creates the condition of all filters of a list whose rows the database tests one by one. */
export const matchesFields =
  <Fields extends ListFields>(list: { fields: Fields; readers: FieldReaders<Fields>; now: number }) =>
  (filters: readonly ListFilter<keyof Fields & string>[]): RawBuilder<boolean> => {
    const { groups, where } = createFieldConditions(list, filters);
    return sql<boolean>`(${joinConditions([...groups, ...where.map(({ test }) => test)])})`;
  };

/** Returns the condition of a filter that compares with a set of values, of which the row has one if `isOneOf` is true. */
export const applyOperator = ({ op }: Pick<ListFilter, 'op'>, isOneOf: RawBuilder<boolean>): RawBuilder<boolean> =>
  op === 'noneOf' || op === 'isEmpty' ? sql<boolean>`not ${isOneOf}` : isOneOf;

type ComparedField = {
  type: ListField['type'];
  empty: string | number;
  now: number;
  normalise: (text: string) => string;
};

function createCondition(field: ComparedField, { op, values }: ListFilter): Condition {
  const list = (): Sql => sql`(${sql.join([...values])})`;
  if (op === 'isEmpty') return (column) => sql`${column} = ${field.empty}`;
  if (op === 'isNotEmpty') return (column) => sql`${column} <> ${field.empty}`;
  if (op === 'yes') return (column) => sql`${column} = 1`;
  if (op === 'no') return (column) => sql`${column} = 0`;
  if (op === 'oneOf') return (column) => sql`${column} in ${list()}`;
  if (op === 'noneOf') return (column) => sql`${column} not in ${list()}`;
  const [value = ''] = values;
  if (field.type === 'count') {
    const sign = op === 'more' ? sql`>` : op === 'fewer' ? sql`<` : sql`=`;
    return (column) => sql`${column} ${sign} ${value}`;
  }
  if (field.type === 'text') return compareText(op, field.normalise(String(value).trim()));
  const isDay = field.type === 'day';
  // A day has no time, so that today is in the last days and in the next days.
  const { from, to } = findRange(op, values, { from: field.now, to: isDay ? field.now + days(1) : field.now + 1 });
  const toStored = (at: number): string | number => (isDay ? toUtcDay(at) : at);
  return (column) =>
    sql`(${column} >= ${toStored(from)} and ${column} < ${toStored(to)} and ${column} <> ${field.empty})`;
}

/** Throws INVALID for a text of which nothing remains, such as a phone number of zeros: it would match all rows. */
function compareText(op: ListOperator, text: string): Condition {
  if (text === '') throw invalid({ filters: fieldMessages.filterText });
  if (op === 'is') return (column) => sql`${column} = ${text}`;
  if (op === 'isNot') return (column) => sql`${column} <> ${text}`;
  return (column) => contains(sql<string>`${column}`, text);
}

/** The last millisecond of the year 9999, up to which a moment has four digits in its year. */
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The first moment of a range, and the first moment after it. */
type Range = { from: number; to: number };

/** Returns the moments between which a day is, the first included. Days are days in UTC. */
function findRange(op: ListOperator, values: ListFilter['values'], now: Range): Range {
  const [first = '', last = first] = values;
  if (op === 'before') return { from: 0, to: Date.parse(String(first)) };
  if (op === 'after') return { from: Date.parse(String(first)) + days(1), to: lastMoment };
  if (op === 'between') return { from: Date.parse(String(first)), to: Date.parse(String(last)) + days(1) };
  const today = startOfDay(now.from);
  return op === 'inNext'
    ? { from: now.from, to: today + days(Number(first) + 1) }
    : { from: today - days(Number(first)), to: now.to };
}

/**
 * Returns the digits of a column of phone numbers as the search text has them: without separators, the prefix of a call, and `(0)`.
 */
export const digitsOf = (column: Sql): Sql =>
  sql`ltrim(${['(0)', '+', ' ', '-', '(', ')', '/', '.'].reduce<Sql>(
    (text, sign) => sql`replace(${text}, ${sql.lit(sign)}, '')`,
    column,
  )}, '0')`;
