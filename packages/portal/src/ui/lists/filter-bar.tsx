import { use } from 'react';
import type { ReactNode } from 'react';
import { formatDay } from '#portal/messages/times.ts';
import { lists as texts } from '#portal/texts/lists.ts';
import { DayField } from '#portal/ui/forms/day-field.tsx';
import { Select } from '#portal/ui/forms/select.tsx';
import { ListFilters } from './list-filters.tsx';
import { ListViews } from './list-views.ts';
import { SearchField } from './search-field.tsx';
import type { Change } from './search-state.ts';

type Choice = { value: string; label: string };

/** How one filter is shown. Each filter that has a value also has a chip that removes it. */
export type FilterField = {
  label: string;
  choices?: readonly Choice[];
  /** The label of the entry without a value; the default label means "all". */
  placeholder?: string;
  /** Whether the filter is a day. The days are grouped at the end of the bar. */
  isDay?: true;
  /** A custom field of the feature, instead of a select. */
  field?: ReactNode;
  /** The text of the value, if it is not the label of a choice. */
  valueText?: string | undefined;
  /** The filters that are removed when this filter changes. */
  removes?: readonly string[];
};

type FilterBarProps<Filter extends string> = {
  list: {
    address: Readonly<Record<string, unknown>>;
    filterNames: readonly Filter[];
    change: Change<{ keyword?: string | undefined; pageNumber?: number | undefined }>;
    filter: (values: Readonly<Record<string, unknown>>) => void;
    clear: () => void;
  };
  /** The label of the search field. */
  search: string;
  searchHint?: string;
  /** The fields of the filters. Null for a filter that only links set, and whose chip belongs to another filter. */
  fields: Record<Filter, FilterField | null>;
  /** Other actions of the list, shown at the end of the bar. */
  end?: ReactNode;
  /** The label of the group of days, and a hint that explains these days. */
  days?: { label: string; hint: string };
};

/** Keyword and filters above a list, and a chip for each filter that is set. */
export function FilterBar<Filter extends string>({
  list,
  search,
  searchHint,
  fields,
  end,
  days,
}: FilterBarProps<Filter>) {
  const { address, filter } = list;
  const renderViews = use(ListViews);
  const shownFields = list.filterNames.flatMap((name) => {
    const field = fields[name];
    return field === null ? [] : [{ name, ...field, value: toText(address[name]) }];
  });
  const setFilter = ({ name, removes = [] }: NamedField, value: string | undefined): void =>
    filter({ ...Object.fromEntries(removes.map((removedName) => [removedName, undefined])), [name]: value });
  return (
    <ListFilters
      search={
        <SearchField label={search} hint={searchHint} keyword={toText(address['keyword'])} onChange={list.change} />
      }
      chips={shownFields
        .filter(({ value }) => value !== undefined)
        .map((field) => ({
          id: field.name,
          text: texts.filterChip(field.label, formatFilter(field)),
          onRemove: () => setFilter(field, undefined),
        }))}
      onClear={list.clear}
      end={
        <>
          {end}
          {renderViews?.()}
        </>
      }
    >
      {shownFields.map(
        (field) =>
          field.field ?? <FilterSelect key={field.name} field={field} onChange={(value) => setFilter(field, value)} />,
      )}
      {days && (
        <fieldset aria-label={days.label}>
          {shownFields
            .filter(({ isDay }) => isDay)
            .map((field) => (
              <DayField
                key={field.name}
                label={field.label}
                hint={days.hint}
                day={field.value}
                onDay={(day) => setFilter(field, day)}
              />
            ))}
        </fieldset>
      )}
    </ListFilters>
  );
}

type NamedField = FilterField & { name: string };
type ShownField = NamedField & { value: string | undefined };

const FilterSelect = ({ field, onChange }: { field: ShownField; onChange: (value: string | undefined) => void }) =>
  field.choices && (
    <Select
      label={field.label}
      placeholder={field.placeholder ?? field.label}
      options={field.choices}
      value={field.value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  );

/** Converts the value of a filter, a string or a number, to text. */
const toText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

function formatFilter({ value = '', valueText, isDay, choices }: ShownField): string {
  if (valueText !== undefined) return valueText;
  return isDay ? formatDay(value) : (choices?.find((choice) => choice.value === value)?.label ?? value);
}

/** Converts records with an id and a name to the choices of a select. */
export const toChoices = (records: readonly { id: string; name: string }[] | undefined): Choice[] =>
  records?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
