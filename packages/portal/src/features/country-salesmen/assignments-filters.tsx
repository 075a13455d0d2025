import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { toChoices, FilterBar } from '#portal/ui/lists/filter-bar.tsx';
import type { List } from '#portal/ui/lists/use-list.ts';
import type { assignmentsList, Options } from './country-salesmen.queries.ts';
import { formatPerson } from './names.ts';

/** Keyword and filters of the list. */
export function AssignmentsFilters({ list, options }: { list: List<typeof assignmentsList>; options: Options }) {
  const { continent, country } = list.address;
  const countries = options.countries.map((each) => ({ value: each.code, label: each.name, of: each.continent }));
  return (
    <FilterBar
      list={list}
      search={texts.search}
      fields={{
        continent: {
          label: texts.continent,
          placeholder: texts.any.continent,
          choices: listContinents(options).map((name) => ({ value: name, label: name })),
          // A country of another continent would give no results.
          removes: ['country'],
        },
        country: {
          label: texts.country,
          placeholder: texts.any.country,
          choices: countries.filter((each) => !continent || each.of === continent),
          valueText: countries.find(({ value }) => value === country)?.label,
        },
        brand: { label: texts.brand, placeholder: texts.any.brand, choices: toChoices(options.brands) },
        salesmanId: {
          label: texts.salesman,
          placeholder: texts.any.salesman,
          choices: options.salesmen.map((each) => ({ value: String(each.userId), label: formatPerson(each) })),
        },
      }}
    />
  );
}

export const listContinents = ({ countries }: Pick<Options, 'countries'>): string[] =>
  [...new Set(countries.map(({ continent }) => continent))].toSorted();
