import { requestFilters } from '@basics/contract/requests.ts';
import { requests as texts } from '#portal/texts/requests.ts';
import { toChoices, FilterBar } from '#portal/ui/lists/filter-bar.tsx';
import type { List } from '#portal/ui/lists/use-list.ts';
import type { RequestOptions, requestsList } from './requests.queries.ts';

/** The search field and the filters of the list. Without a status filter, the list shows pending requests. */
export const RequestsFilters = ({
  list,
  options,
}: {
  list: List<typeof requestsList>;
  options: RequestOptions | undefined;
}) => (
  <FilterBar
    list={list}
    search={texts.search}
    searchHint={texts.searchHint}
    fields={{
      country: { ...field('country'), choices: toChoices(options?.countries) },
      brand: { ...field('brand'), choices: toChoices(options?.brands) },
      tool: { ...field('tool'), choices: toChoices(options?.tools) },
      status: { ...field('status'), placeholder: texts.filters.pending, choices: statusChoices },
      olderThanDays: {
        ...field('olderThanDays'),
        choices: ageChoices,
        valueText: formatAge(String(list.address.olderThanDays)),
      },
    }}
  />
);

const field = (name: 'country' | 'brand' | 'tool' | 'status' | 'olderThanDays') => ({
  label: texts.filters[name],
});

const statusChoices = requestFilters
  .filter((status) => status !== 'pending')
  .map((status) => ({ value: status, label: status === 'all' ? texts.filters.all : texts.statuses[status] }));

const ageChoices = Object.entries(texts.ages).map(([value, label]) => ({ value, label }));

/** Returns the label of an age filter. A link can contain an age that the select field does not offer. */
const formatAge = (days: string): string =>
  ageChoices.find(({ value }) => value === days)?.label ?? texts.olderThan(Number(days));
