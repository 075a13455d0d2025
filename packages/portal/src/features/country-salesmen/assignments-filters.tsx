import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { ListFilters } from '#portal/ui/lists/list-filters.tsx';
import type { Chip } from '#portal/ui/lists/list-filters.tsx';
import { SearchField } from '#portal/ui/lists/search-field.tsx';
import type { Change } from '#portal/ui/lists/search-state.ts';
import { Select } from '#portal/ui/forms/select.tsx';
import type { Addressed } from './addressed.ts';
import type { Options } from './country-salesmen.queries.ts';
import { namesIn, personName } from './names.ts';

type Filters = Pick<Addressed, 'continent' | 'country' | 'brand' | 'salesmanId'>;
export const cleared = {
  keyword: undefined,
  pageNumber: undefined,
  continent: undefined,
  country: undefined,
  brand: undefined,
  salesmanId: undefined,
};

type AssignmentsFiltersProps = {
  state: Addressed;
  options: Options;
  change: Change<Addressed>;
};

export function AssignmentsFilters({ state, options, change }: AssignmentsFiltersProps) {
  const { continent, country, brand, salesmanId } = state;
  const onFilter = (filters: Partial<Filters>): void => change({ ...filters, pageNumber: undefined });
  const countries = options.countries.filter((each) => !continent || each.continent === continent);
  return (
    <ListFilters
      search={<SearchField label={texts.search} keyword={state.keyword} onChange={change} />}
      chips={chipsOf(state, options, onFilter)}
      onClear={() => change(cleared)}
    >
      <Select
        label={texts.continent}
        placeholder={texts.any.continent}
        value={continent ?? ''}
        options={continentsOf(options).map((name) => ({ value: name, label: name }))}
        // A country of another continent would leave nothing to find.
        onChange={({ target }) => onFilter({ continent: target.value || undefined, country: undefined })}
      />
      <Select
        label={texts.country}
        placeholder={texts.any.country}
        value={country ?? ''}
        options={countries.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={({ target }) => onFilter({ country: target.value || undefined })}
      />
      <Select
        label={texts.brand}
        placeholder={texts.any.brand}
        value={brand ?? ''}
        options={options.brands.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ target }) => onFilter({ brand: target.value || undefined })}
      />
      <Select
        label={texts.salesman}
        placeholder={texts.any.salesman}
        value={salesmanId ?? ''}
        options={options.salesmen.map((each) => ({ value: String(each.userId), label: personName(each) }))}
        onChange={({ target }) => onFilter({ salesmanId: target.value === '' ? undefined : Number(target.value) })}
      />
    </ListFilters>
  );
}

export const continentsOf = ({ countries }: Pick<Options, 'countries'>): string[] =>
  [...new Set(countries.map(({ continent }) => continent))].toSorted();

function chipsOf(state: Addressed, options: Options, onFilter: (change: Partial<Filters>) => void): Chip[] {
  const { continent, country, brand, salesmanId } = state;
  const names = namesIn(options);
  const salesman = options.salesmen.find(({ userId }) => userId === salesmanId);
  const chip = (id: keyof Filters, field: string, value: string | undefined): Chip[] =>
    value === undefined ? [] : [{ id, words: texts.chip(field, value), onRemove: () => onFilter({ [id]: undefined }) }];
  return [
    ...chip('continent', texts.continent, continent),
    ...chip('country', texts.country, country && names.country(country)),
    ...chip('brand', texts.brand, brand && names.brand(brand)),
    ...chip('salesmanId', texts.salesman, salesman ? personName(salesman) : salesmanId?.toString()),
  ];
}
