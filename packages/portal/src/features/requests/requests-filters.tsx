import { requestFilters } from '@basics/contract/requests.ts';
import { requests as texts } from '#portal/texts/requests.ts';
import { toChoices, FilterBar } from '#portal/ui/lists/filter-bar.tsx';
import type { List } from '#portal/ui/lists/use-list.ts';
import type { RequestOptions, requestsList } from './requests.queries.ts';

/** Keyword and filters of the list; without a status it shows the pending requests. */
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
      status: { ...field('status'), placeholder: texts.filters.pending, choices: statuses },
      olderThanDays: {
        ...field('olderThanDays'),
        choices: ages,
        valueText: formatAge(String(list.address.olderThanDays)),
      },
    }}
  />
);

const field = (name: 'country' | 'brand' | 'tool' | 'status' | 'olderThanDays') => ({
  label: texts.filters[name],
});

const statuses = requestFilters
  .filter((status) => status !== 'pending')
  .map((status) => ({ value: status, label: status === 'all' ? texts.filters.all : texts.statuses[status] }));

const ages = Object.entries(texts.ages).map(([value, label]) => ({ value, label }));

/** A link can contain an age that the select does not offer. */
const formatAge = (days: string): string =>
  ages.find(({ value }) => value === days)?.label ?? texts.olderThan(Number(days));
