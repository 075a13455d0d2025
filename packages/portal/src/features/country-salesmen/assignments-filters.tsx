import { createCountryOptions } from '#portal/messages/names.ts';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { assignmentListFields } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { declareShownFields } from '#portal/ui/filters/field-filters.ts';
import { toChoices, FilterBar } from '#portal/ui/filters/filter-bar.tsx';
import type { List } from '#portal/ui/lists/use-list.ts';
import type { assignmentsList, Options } from './country-salesmen.queries.ts';
import { formatPerson } from './name-formatter.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';

type AssignmentsFiltersProps = { list: List<typeof assignmentsList>; options: Options; columnChoice: Elements };

/** The search field, the filters and the choice of columns of the list of assignments. */
export function AssignmentsFilters({ list, options, columnChoice }: AssignmentsFiltersProps) {
  const { continent, country } = list.address;
  const countries = options.countries.map((option) => ({
    value: option.code,
    label: option.name,
    of: option.continent,
  }));
  const continents = listContinents(options).map((name) => ({ value: name, label: name }));
  const brands = toChoices(options.brands);
  const salesmen = options.salesmen.map((salesman) => ({
    value: String(salesman.userId),
    label: formatPerson(salesman),
  }));
  return (
    <FilterBar
      list={list}
      listTexts={texts}
      end={columnChoice}
      shownFields={declareShownFields(assignmentListFields, {
        labels: texts.fields,
        choices: {
          continent: continents,
          country: createCountryOptions(options.countries),
          brand: brands,
          salesman: salesmen,
        },
      })}
      fields={{
        continent: {
          label: texts.continent,
          choices: continents,
          // A change of the continent removes the filter for the country, because a country of another continent gives
          // no results.
          removes: ['country'],
        },
        country: {
          label: texts.country,
          choices: countries.filter((option) => !continent || option.of === continent),
          valueText: countries.find(({ value }) => value === country)?.label,
        },
        brand: { label: texts.brand, choices: brands },
        salesmanId: {
          label: texts.salesman,
          choices: salesmen,
        },
      }}
    />
  );
}

export const listContinents = ({ countries }: Pick<Options, 'countries'>): string[] =>
  [...new Set(countries.map(({ continent }) => continent))].toSorted();
