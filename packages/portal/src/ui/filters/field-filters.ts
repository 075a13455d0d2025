import type { ListField, ListFields, ListFilter } from '@basics/contract/calls/list-fields.ts';
import { formatDay } from '#portal/messages/times.ts';
import { lists } from '#portal/texts/lists.ts';
import type { PickerOption } from '#portal/ui/pickers/use-picker.ts';

const texts = lists.fieldFilters;

export type FilterChoice = Pick<PickerOption, 'value' | 'label' | 'isCountry'>;

/** How a page shows a field by which its list is filtered: its declaration, its label, and the values to choose from. */
export type ShownField = {
  type: ListField['type'];
  /** The schema of a value, which knows whether a value is a number. */
  value: ListField['value'];
  label: string;
  choices?: readonly FilterChoice[];
};

/** The fields of a list by name, and filters that have a name of their own, such as "No licence". */
export type ShownFields = {
  fields: Readonly<Record<string, ShownField>>;
  named: readonly { label: string; filter: ListFilter }[];
};

/** The most values that a chip names. */
const maxNamedValues = 3;

/** Describes a filter in words: "Country is Norway or Poland". */
export function describeFilter({ fields, named }: ShownFields, filter: ListFilter): string {
  const own = named.find((entry) => JSON.stringify(entry.filter) === JSON.stringify(filter));
  if (own) return own.label;
  const field = fields[filter.field];
  if (field === undefined) return filter.field;
  const values = filter.values.map((value) => formatValue(field, value));
  const words = texts.operators[filter.op];
  if (filter.op === 'between') return `${field.label} ${words} ${texts.range(values[0] ?? '', values[1] ?? '')}`;
  if (filter.op === 'inNext' || filter.op === 'inLast')
    return `${field.label} ${words} ${texts.days(Number(filter.values[0] ?? 0))}`;
  if (values.length > maxNamedValues) return `${field.label} ${texts.many(words, values.length)}`;
  return [field.label, words, values.join(` ${texts.or} `)].filter((part) => part !== '').join(' ');
}

function formatValue({ type, choices }: ShownField, value: string | number): string {
  if ((type === 'day' || type === 'moment') && typeof value === 'string') return formatDay(value);
  return choices?.find((choice) => choice.value === String(value))?.label ?? String(value);
}

/** Adds a filter. A value of a field that already has a filter with the same operator is one more value of this filter. */
export function addFilter(filters: readonly ListFilter[], filter: ListFilter): ListFilter[] {
  const isSame = ({ field, op }: ListFilter): boolean => field === filter.field && op === filter.op;
  if (filter.op !== 'oneOf' && filter.op !== 'noneOf')
    return [...filters.filter(({ field }) => field !== filter.field), filter];
  if (!filters.some(isSame)) return [...filters, filter];
  return filters.map((present) =>
    isSame(present) ? { ...present, values: [...new Set([...present.values, ...filter.values])] } : present,
  );
}

/** Replaces the filter at an index. If another filter has the same field, the changed filter is added to it, or replaces it. */
export function replaceFilter(filters: readonly ListFilter[], at: number, changed: ListFilter): ListFilter[] {
  const others = filters.toSpliced(at, 1);
  return others.some(({ field }) => field === changed.field) ? addFilter(others, changed) : filters.with(at, changed);
}

/** Converts the value of a choice, which is a text, to the type of the values of the field. */
export const toFieldValue = ({ value }: ShownField, text: string): string | number =>
  value.safeParse(text).success ? text : Number(text);

type ShownTexts<Fields extends ListFields> = {
  labels: Readonly<Record<keyof Fields & string, string>>;
  choices: { readonly [Name in keyof Fields]?: readonly FilterChoice[] };
  named?: ShownFields['named'];
};

/** Adds labels and choices to the declared fields of a list. A field without a label does not compile. */
export const declareShownFields = <Fields extends ListFields>(
  declared: Fields,
  { labels, choices, named = [] }: ShownTexts<Fields>,
): ShownFields => ({
  fields: Object.fromEntries(
    Object.entries(declared).map(([name, field]) => [
      name,
      { ...field, label: labels[name] ?? name, ...(choices[name] && { choices: choices[name] }) },
    ]),
  ),
  named,
});
