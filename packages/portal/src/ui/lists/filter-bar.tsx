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

/** How one filter is shown; each set filter has a chip that removes it. */
export type FilterField = {
  label: string;
  choices?: readonly Choice[];
  /** The entry for no choice, if that means more than all. */
  placeholder?: string;
  /** A day: the days stand together at the end. */
  isDay?: true;
  /** A field of the feature's own. */
  field?: ReactNode;
  /** The value in words, where it is not the label of a choice. */
  words?: string | undefined;
  /** Filters that another value of this one removes. */
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
  /** Null for a filter that only a link sets, and whose chip another filter shows. */
  fields: Record<Filter, FilterField | null>;
  /** Shown at the end of the bar: what the list offers besides. */
  end?: ReactNode;
  /** The name of the group of days, and which days they mean. */
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
  const shown = list.filterNames.flatMap((name) => {
    const field = fields[name];
    return field === null ? [] : [{ name, ...field, value: toText(address[name]) }];
  });
  const set = ({ name, removes = [] }: Named, value: string | undefined): void =>
    filter({ ...Object.fromEntries(removes.map((other) => [other, undefined])), [name]: value });
  return (
    <ListFilters
      search={
        <SearchField label={search} hint={searchHint} keyword={toText(address['keyword'])} onChange={list.change} />
      }
      chips={shown
        .filter(({ value }) => value !== undefined)
        .map((field) => ({
          id: field.name,
          words: texts.filterChip(field.label, formatFilter(field)),
          onRemove: () => set(field, undefined),
        }))}
      onClear={list.clear}
      end={
        <>
          {end}
          {renderViews?.()}
        </>
      }
    >
      {shown.map(
        (field) =>
          field.field ?? <FilterSelect key={field.name} field={field} onChange={(value) => set(field, value)} />,
      )}
      {days && (
        <fieldset aria-label={days.label}>
          {shown
            .filter(({ isDay }) => isDay)
            .map((field) => (
              <DayField
                key={field.name}
                label={field.label}
                hint={days.hint}
                day={field.value}
                onDay={(day) => set(field, day)}
              />
            ))}
        </fieldset>
      )}
    </ListFilters>
  );
}

type Named = FilterField & { name: string };
type Shown = Named & { value: string | undefined };

const FilterSelect = ({ field, onChange }: { field: Shown; onChange: (value: string | undefined) => void }) =>
  field.choices && (
    <Select
      label={field.label}
      placeholder={field.placeholder ?? field.label}
      options={field.choices}
      value={field.value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  );

/** Filters are strings and numbers. */
const toText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

function formatFilter({ value = '', words, isDay, choices }: Shown): string {
  if (words !== undefined) return words;
  return isDay ? formatDay(value) : (choices?.find((choice) => choice.value === value)?.label ?? value);
}

/** The choices of a select from records that have an id and a name. */
export const toChoices = (records: readonly { id: string; name: string }[] | undefined): Choice[] =>
  records?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
