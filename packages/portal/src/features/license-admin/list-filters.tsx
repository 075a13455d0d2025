import { useQuery } from '@tanstack/react-query';
import { licenseStatus } from '@basics/contract/licenses.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { dayWords } from '#portal/messages/times.ts';
import { DayField } from '#portal/ui/forms/day-field.tsx';
import { ListFilters as Filters } from '#portal/ui/lists/list-filters.tsx';
import type { Chip } from '#portal/ui/lists/list-filters.tsx';
import { SearchField } from '#portal/ui/lists/search-field.tsx';
import type { Change } from '#portal/ui/lists/search-state.ts';
import { Select } from '#portal/ui/forms/select.tsx';
import { cleared, filterNames } from './addressed.ts';
import type { Addressed, FilterName } from './addressed.ts';
import { nameOfOwner } from './license-admin.queries.ts';
import type { FilterOptions } from './license-admin.queries.ts';

type ListFiltersProps = {
  address: Addressed;
  options: FilterOptions | undefined;
  onChange: Change<Addressed>;
};

/** Search and filters of the list. Whose licences they are is set by a link alone, and taken back by its chip. */
export function ListFilters({ address, options, onChange }: ListFiltersProps) {
  const owner = useQuery(nameOfOwner(address.userId));
  const choices = choicesIn(options);
  // Every change of what is asked for begins at the first page again.
  const set = (change: Partial<Addressed>): void => onChange({ ...change, pageNumber: undefined });
  return (
    <Filters
      search={<SearchField label={texts.search} keyword={address.keyword} onChange={onChange} />}
      chips={chipsOf(address, { choices, owner: owner.data, onRemove: (name) => set({ [name]: undefined }) })}
      onClear={() => onChange(cleared)}
    >
      {chosen.map((name) => (
        <Select
          key={name}
          label={texts.filters[name]}
          placeholder={texts.filters.all}
          options={choices[name]}
          value={address[name] ?? ''}
          onChange={({ currentTarget }) => set(changeOf(name, currentTarget.value))}
        />
      ))}
      <fieldset aria-label={texts.filters.ends}>
        {days.map((name) => (
          <DayField
            key={name}
            label={texts.filters[name]}
            hint={texts.filters.dayHint}
            day={address[name]}
            onDay={(day) => set({ [name]: day })}
          />
        ))}
      </fieldset>
    </Filters>
  );
}

const chosen = ['status', 'tool', 'brand', 'country'] as const;
const days = ['endsFrom', 'endsTo'] as const;

type Choices = Record<(typeof chosen)[number], readonly { value: string; label: string }[]>;

const choicesIn = (options: FilterOptions | undefined): Choices => ({
  status: licenseStatus.options.map((status) => ({ value: status, label: texts.states[status] })),
  tool: options?.tools.map(named) ?? [],
  brand: options?.brands.map(named) ?? [],
  country: options?.countries.map(({ code, name }) => ({ value: code, label: name })) ?? [],
});

const named = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

function changeOf(name: (typeof chosen)[number], value: string): Partial<Addressed> {
  if (name === 'status') return { status: licenseStatus.options.find((status) => status === value) };
  return { [name]: value === '' ? undefined : value };
}

type Chipping = { choices: Choices; owner: string | undefined; onRemove: (name: FilterName) => void };

const chipsOf = (address: Addressed, { choices, owner, onRemove }: Chipping): Chip[] =>
  filterNames
    .filter((name) => address[name] !== undefined)
    .map((name) => ({
      id: name,
      words: `${texts.filters[name]}: ${valueWords(name, address, { choices, owner })}`,
      onRemove: () => onRemove(name),
    }));

function valueWords(name: FilterName, address: Addressed, { choices, owner }: Omit<Chipping, 'onRemove'>): string {
  if (name === 'userId') return owner ?? texts.user(address.userId ?? 0);
  const value = address[name] ?? '';
  if (name === 'endsFrom' || name === 'endsTo') return dayWords(value);
  return choices[name].find((choice) => choice.value === value)?.label ?? value;
}
