import { requestFilters } from '@basics/contract/requests.ts';
import { requests as texts } from '#portal/texts/requests.ts';
import { ListFilters } from '#portal/ui/lists/list-filters.tsx';
import { SearchField } from '#portal/ui/lists/search-field.tsx';
import type { Change } from '#portal/ui/lists/search-state.ts';
import { Select } from '#portal/ui/forms/select.tsx';
import { cleared, filterNames } from './requests-address.ts';
import type { FilterName, RequestsAddress } from './requests-address.ts';
import type { RequestOptions } from './requests.queries.ts';

type RequestsFiltersProps = {
  address: RequestsAddress;
  options: RequestOptions | undefined;
  onChange: Change<RequestsAddress>;
};

/** Search and filters of the list; without a status it shows those that wait. */
export function RequestsFilters({ address, options, onChange }: RequestsFiltersProps) {
  const choices = choicesIn(options);
  // Every change of what is asked for begins at the first page again.
  const set = (name: FilterName, value: string): void => onChange({ ...changeOf(name, value), pageNumber: undefined });
  const labelOf = (name: FilterName): string => {
    const value = String(address[name]);
    const label = choices[name].find((choice) => choice.value === value)?.label;
    return label ?? (name === 'olderThanDays' ? texts.olderThan(Number(value)) : value);
  };
  const chips = filterNames
    .filter((name) => address[name] !== undefined)
    .map((name) => ({
      id: name,
      words: `${texts.filters[name]}: ${labelOf(name)}`,
      onRemove: () => set(name, ''),
    }));
  return (
    <ListFilters
      search={<SearchField label={texts.search} keyword={address.keyword} onChange={onChange} />}
      chips={chips}
      onClear={() => onChange(cleared)}
    >
      {filterNames.map((name) => (
        <Select
          key={name}
          label={texts.filters[name]}
          placeholder={name === 'status' ? texts.filters.pending : texts.filters.all}
          options={choices[name]}
          value={address[name] === undefined ? '' : String(address[name])}
          onChange={({ currentTarget }) => set(name, currentTarget.value)}
        />
      ))}
    </ListFilters>
  );
}

type Choices = Record<FilterName, readonly { value: string; label: string }[]>;

const choicesIn = (options: RequestOptions | undefined): Choices => ({
  country: options?.countries.map(named) ?? [],
  brand: options?.brands.map(named) ?? [],
  tool: options?.tools.map(named) ?? [],
  status: requestFilters
    .filter((status) => status !== 'pending')
    .map((status) => ({ value: status, label: status === 'all' ? texts.filters.all : texts.statuses[status] })),
  olderThanDays: Object.entries(texts.ages).map(([value, label]) => ({ value, label })),
});

const named = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

function changeOf(name: FilterName, value: string): Partial<RequestsAddress> {
  if (value === '') return { [name]: undefined };
  if (name === 'olderThanDays') return { olderThanDays: Number(value) };
  if (name === 'status') return { status: requestFilters.find((status) => status === value) };
  return { [name]: value };
}
