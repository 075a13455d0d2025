import { Building2 } from 'lucide-react';
import { Suspense, use, useState } from 'react';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { formatDay } from '#portal/messages/times.ts';
import { lists as texts } from '#portal/texts/lists.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Select } from '#portal/ui/fields/form-field.tsx';
import { useHasFilterSheet } from '#portal/ui/hooks/use-width.ts';
import { readFilters, writeFilters } from '@basics/contract/calls/filter-text.ts';
import type { ListFilter } from '@basics/contract/calls/list-fields.ts';
import { describeFilter, replaceFilter, type FilterChoice as Choice, type ShownFields } from './field-filters.ts';
import { DaysPanel, FilterPill, ListFilters, type Chip } from './list-filters.tsx';
import { readListsWithViews, SavedViewsContext, type Change, type ViewedList } from './search-state.ts';
import { describeTotal } from '../lists/paged-table.tsx';
import { SearchField } from './search-field.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';

// These fields are loaded after the list, so that the list appears early.
const DayField = createLazyPart(async () => (await import('#portal/ui/pickers/date-field.tsx')).DayField, {
  isLate: true,
});
const AddFilter = createLazyPart(async () => (await import('./add-filter.tsx')).AddFilter, { isLate: true });
const FilterEditor = createLazyPart(async () => (await import('./filter-editor.tsx')).FilterEditor, { isLate: true });
const PickerField = createLazyPart(async () => (await import('#portal/ui/pickers/picker-field.tsx')).PickerField, {
  isLate: true,
});

/**
 * How one filter is shown. A filter that has a value is shown once: in the bar by its field with a button that removes it, and where the fields
 * are in a sheet by a chip.
 */
export type FilterField = {
  label: string;
  choices?: readonly Choice[];
  /** The filter that the list has while the address has no value, and the value without which the list is not filtered. */
  preset?: { text: string; off: string };
  /** Whether the filter is a day. The days are grouped at the end of the bar. */
  isDay?: true;
  /** A custom field of the feature, instead of a select. */
  field?: Elements;
  /** The text of the value, if it is not the label of a choice. */
  valueText?: string | undefined;
  /** The filters that are removed when this filter changes. */
  removes?: readonly string[];
};

type FilterRows = (values: Readonly<Record<string, unknown>>) => void;

type FilterBarProps<Filter extends string> = {
  list: {
    address: Readonly<Record<string, unknown>>;
    filterNames: readonly Filter[];
    change: Change<{ keyword?: string | undefined; pageNumber?: number | undefined }>;
    filter: FilterRows;
    clear: () => void;
    key?: ViewedList['key'];
    readQuery?: ViewedList['readQuery'];
    page: {
      /** Whether the rows of the previous search are still shown. */
      isPlaceholderData?: boolean;
      data: { total: number; totalIsMinimum?: boolean | undefined; companyOfKeyword?: string | undefined } | undefined;
    };
  };
  /** The label of the search field, and the number of rows in words. */
  listTexts: { search: string; found: (total: number) => string };
  /** The fields of the filters. A filter is null if only links can set it and another filter shows its chip. */
  fields: Record<Filter, FilterField | null>;
  /** The fields by which a list with the filter `filters` can be filtered, with operators. */
  shownFields?: ShownFields;
  /** Other actions of the list, shown at the end of the bar. */
  end?: Elements;
  /** The label of the button that opens the fields of the days, and a hint that explains the days. */
  days?: { label: string; hint: string };
};

/** The number of filters that have a field in the bar. Others are set by "Add filter", if the list has it. */
const barFilters = 3;

/** Keyword and filters above a list. A filter that is set and has no field in the bar has a chip. */
export function FilterBar<Filter extends string>(props: FilterBarProps<Filter>) {
  const { list, listTexts, fields, end, days, shownFields: fieldsOfList } = props;
  const { address, filter } = list;
  const renderViews = use(SavedViewsContext);
  const shownFields = list.filterNames.flatMap((name) => {
    const field = fields[name];
    return field === null ? [] : [{ name, ...field, value: toText(address[name]) }];
  });
  const fieldFilters = fieldsOfList && renderFieldFilters(fieldsOfList, address['filters'], filter);
  const isBar = !useHasFilterSheet();
  const barFields = isBar ? listBarFields(shownFields, fieldsOfList) : shownFields.filter(hasField);
  const [hadViews] = useState(() => readListsWithViews().includes(location.pathname));
  const setFilter = ({ name, removes = [] }: NamedField, value: string | undefined): void =>
    filter({ ...Object.fromEntries(removes.map((removedName) => [removedName, undefined])), [name]: value });
  return (
    <ListFilters
      // A list that is a part of a page, such as the licences of a user, has no views.
      views={list.key && renderViews?.({ ...list, hasRows: list.page.data !== undefined })}
      hadViews={hadViews}
      search={
        <SearchField
          label={listTexts.search}
          keyword={toText(address['keyword'])}
          isSearching={list.page.isPlaceholderData === true}
          onChange={list.change}
        />
      }
      chips={[
        ...shownFields.filter(isInForce).map((field) => ({
          id: field.name,
          text: describeChip(field),
          isInBar: isBar && barFields.includes(field),
          isPreset: field.value === undefined,
          onRemove: () => setFilter(field, field.preset?.off),
        })),
        ...(fieldFilters?.chips ?? []),
      ]}
      onClear={list.clear}
      suggestion={<SuggestedCompany company={list.page.data?.companyOfKeyword} filter={filter} />}
      end={
        <>
          <output>{list.page.data && describeTotal(list.page.data, listTexts.found)}</output>
          {end}
        </>
      }
    >
      {barFields.map((field) => (
        <FilterPill
          key={field.name}
          {...(isBar &&
            isInForce(field) && { set: describeChip(field), onRemove: () => setFilter(field, field.preset?.off) })}
        >
          {field.field ?? <FilterChoice {...{ field, shownFields }} onChange={(value) => setFilter(field, value)} />}
        </FilterPill>
      ))}
      {days && <DayFields {...{ days, shownFields }} onChange={setFilter} />}
      {fieldFilters?.field}
    </ListFilters>
  );
}

/** The filters with a field in the bar: the first ones, and those that "Add filter" does not offer, or offers without a field of their own. */
const listBarFields = (shownFields: readonly ShownField[], fieldsOfList: ShownFields | undefined): ShownField[] =>
  shownFields
    .filter(hasField)
    .filter(
      ({ name, field }, index) => index < barFilters || field !== undefined || fieldsOfList?.fields[name] === undefined,
    );

type DayFieldsProps = {
  days: NonNullable<FilterBarProps<string>['days']>;
  shownFields: readonly ShownField[];
  onChange: (field: NamedField, day: string | undefined) => void;
};

const DayFields = ({ days, shownFields, onChange }: DayFieldsProps) => (
  <DaysPanel label={days.label}>
    {shownFields
      .filter(({ isDay }) => isDay)
      .map((field) => (
        <DayField
          key={field.name}
          label={field.label}
          hint={days.hint}
          day={field.value}
          onDay={(day) => onChange(field, day)}
        />
      ))}
  </DaysPanel>
);

/** Renders the chips of the filters with operators, and the field that adds such a filter. */
function renderFieldFilters(
  shown: ShownFields,
  value: unknown,
  filter: FilterRows,
): { chips: Chip[]; field: Elements } {
  const filters = (typeof value === 'string' && readFilters(shown.fields, value)) || [];
  const onChange = (newFilters: readonly ListFilter[]): void => filter({ filters: writeFilters(newFilters) });
  const field = (
    <OptionalPart>
      <Suspense>
        <AddFilter {...{ shown, filters, onChange }} />
      </Suspense>
    </OptionalPart>
  );
  return { chips: createFilterChips(shown, filters, onChange), field };
}

/** The chips of the filters with operators. A filter whose values can be changed has an editor in place of its chip. */
const createFilterChips = (
  shown: ShownFields,
  filters: readonly ListFilter[],
  onChange: (filters: readonly ListFilter[]) => void,
): Chip[] =>
  filters.map((present, at) => {
    const field = shown.fields[present.field];
    return {
      id: `${present.field} ${present.op}`,
      text: describeFilter(shown, present),
      onRemove: () => onChange(filters.toSpliced(at, 1)),
      renderEditor:
        field &&
        ((onClose) => (
          <OptionalPart>
            <Suspense>
              <FilterEditor
                field={field}
                filter={present}
                onApply={(edited) => {
                  onChange(replaceFilter(filters, at, edited));
                  onClose();
                }}
                onCancel={onClose}
              />
            </Suspense>
          </OptionalPart>
        )),
    };
  });

/** Offers the filter for a company whose name is the keyword, because the search also finds other rows. */
function SuggestedCompany({ company, filter }: { company: string | undefined; filter: FilterRows }) {
  if (company === undefined) return null;
  return (
    <div>
      <Button icon={<Building2 aria-hidden="true" />} onClick={() => filter({ company, keyword: undefined })}>
        <span>{texts.companyIs(company)}</span>
      </Button>
    </div>
  );
}

type NamedField = FilterField & { name: string };
type ShownField = NamedField & { value: string | undefined };

type FilterChoiceProps = {
  field: ShownField;
  /** The fields of all filters. When another filter changes, a typed text that matches no choice is removed. */
  shownFields: readonly ShownField[];
  onChange: (value: string | undefined) => void;
};

/** The highest number of choices for which a select is easier to use than a picker, whose values are found by typing. */
const maxSelectChoices = 10;

/** A select, or a picker if there are many choices. An empty text in the picker removes the filter. */
function FilterChoice({ field, shownFields, onChange }: FilterChoiceProps) {
  const { label, choices, value, preset } = field;
  // In the sheet, the label is visible above the field. In the bar, the entry without a value shows the label.
  const unfiltered = useHasFilterSheet() ? texts.anyValue : label;
  const placeholder = preset?.text ?? unfiltered;
  if (!choices) return null;
  const select = (
    <Select
      label={label}
      placeholder={placeholder}
      options={value === preset?.off ? renameChoice(choices, value, unfiltered) : choices}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  );
  if (choices.length <= maxSelectChoices) return select;
  return (
    <OptionalPart fallback={select}>
      <Suspense fallback={select}>
        <PickerField
          key={joinValues(shownFields.filter(({ name }) => name !== field.name))}
          {...{ label, placeholder }}
          options={choices}
          value={value ?? ''}
          onChange={(chosenValue) => onChange(chosenValue || undefined)}
          unknownError={texts.unknownChoice}
        />
      </Suspense>
    </OptionalPart>
  );
}

const renameChoice = (choices: readonly Choice[], value: string | undefined, label: string): Choice[] =>
  choices.map((choice) => (choice.value === value ? { value, label } : choice));

/** Whether the list is filtered by this field now. */
const isInForce = ({ value, preset }: ShownField): boolean =>
  value === undefined ? preset !== undefined : value !== preset?.off;

/** Whether the bar has a field for this filter. The days are in a panel of their own. */
const hasField = ({ choices, field }: ShownField): boolean => field !== undefined || choices !== undefined;

const describeChip = (field: ShownField): string => texts.filterChip(field.label, formatFilter(field));

const joinValues = (fields: readonly ShownField[]): string =>
  fields.map(({ name, value = '' }) => `${name}=${value}`).join('&');

/** Converts the value of a filter, a string or a number, to text. */
const toText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

function formatFilter({ value, valueText, isDay, choices, preset }: ShownField): string {
  if (value === undefined) return preset?.text ?? '';
  if (valueText !== undefined) return valueText;
  return isDay ? formatDay(value) : (choices?.find((choice) => choice.value === value)?.label ?? value);
}

/** Converts records with an id and a name to the choices of a select. */
export const toChoices = (records: readonly { id: string; name: string }[] | undefined): Choice[] =>
  records?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
