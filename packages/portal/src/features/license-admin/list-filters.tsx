import { useQuery } from '@tanstack/react-query';
import { licenseStatus } from '@basics/contract/licenses.ts';
import { createCountryOptions } from '#portal/messages/countries.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { toChoices, FilterBar } from '#portal/ui/lists/filter-bar.tsx';
import type { List } from '#portal/ui/lists/use-list.ts';
import { createOwnerNameQuery } from './license-admin.queries.ts';
import type { FilterOptions, licensesList } from './license-admin.queries.ts';
import type { Elements } from '#portal/ui/layout/elements.ts';

/**
 * The search field and the filters of the list of licences. The filter for the owner can be set only by a link; the
 * user can only remove it.
 */
export function ListFilters({
  list,
  options,
  columnChoice,
}: {
  list: List<typeof licensesList>;
  options: FilterOptions | undefined;
  columnChoice: Elements;
}) {
  const { userId } = list.address;
  const ownerQuery = useQuery(createOwnerNameQuery(userId));
  return (
    <FilterBar
      list={list}
      listTexts={texts}
      end={columnChoice}
      days={{ label: texts.filters.ends, hint: texts.filters.dayHint }}
      fields={{
        status: { ...createFilter('status'), choices: statusOptions },
        tool: { ...createFilter('tool'), choices: toChoices(options?.tools) },
        brand: { ...createFilter('brand'), choices: toChoices(options?.brands) },
        country: {
          ...createFilter('country'),
          choices: createCountryOptions(options?.countries ?? []),
        },
        company: { label: texts.filters.company },
        endsFrom: { label: texts.filters.endsFrom, isDay: true },
        endsTo: { label: texts.filters.endsTo, isDay: true },
        userId: { label: texts.filters.userId, valueText: ownerQuery.data ?? texts.user(userId ?? 0) },
      }}
    />
  );
}

const createFilter = (name: 'status' | 'tool' | 'brand' | 'country') => ({
  label: texts.filters[name],
});

const statusOptions = licenseStatus.options.map((status) => ({ value: status, label: texts.states[status] }));
