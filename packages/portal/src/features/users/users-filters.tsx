import { users as texts } from '#portal/texts/users.ts';
import { ListFilters } from '#portal/ui/lists/list-filters.tsx';
import { SearchField } from '#portal/ui/lists/search-field.tsx';
import type { Change } from '#portal/ui/lists/search-state.ts';
import { Select } from '#portal/ui/forms/select.tsx';
import { profileWords } from './user-words.tsx';
import { cleared, filterNames } from './users-address.ts';
import type { FilterName, UsersAddress } from './users-address.ts';
import type { UserOptions } from './users.queries.ts';

type UsersFiltersProps = {
  address: UsersAddress;
  options: UserOptions | undefined;
  onChange: Change<UsersAddress>;
};

type Choices = Record<FilterName, readonly { value: string; label: string }[]>;

/** Search and filters of the list. */
export function UsersFilters({ address, options, onChange }: UsersFiltersProps) {
  const choices = choicesIn(options);
  const labelOf = (name: FilterName): string => {
    const value = String(address[name]);
    return choices[name].find((choice) => choice.value === value)?.label ?? value;
  };
  // Every change of what is asked for begins at the first page again.
  const set = (name: FilterName, value: string): void => onChange({ ...changeOf(name, value), pageNumber: undefined });
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
          placeholder={texts.filters.all}
          options={choices[name]}
          value={address[name] === undefined ? '' : String(address[name])}
          onChange={({ currentTarget }) => set(name, currentTarget.value)}
        />
      ))}
    </ListFilters>
  );
}

const listed = ['active', 'approved', 'suspended'] as const;

const choicesIn = (options: UserOptions | undefined): Choices => ({
  status: listed.map((status) => ({ value: status, label: texts.statuses[status] })),
  profileID: options?.profiles.map(({ id }) => ({ value: String(id), label: profileWords(id) })) ?? [],
  brand: options?.brands.map(named) ?? [],
  tool: options ? [...options.tools, ...options.retired.tools].map(named) : [],
  country: options?.countries.map(({ code, name }) => ({ value: code, label: name })) ?? [],
});

const named = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

function changeOf(name: FilterName, value: string): Partial<UsersAddress> {
  if (value === '') return { [name]: undefined };
  if (name === 'profileID') return { profileID: Number(value) };
  if (name === 'status') return { status: listed.find((status) => status === value) };
  return { [name]: value };
}
