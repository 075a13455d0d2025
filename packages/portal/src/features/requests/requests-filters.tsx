import { requestFilters } from '@basics/contract/requests.ts';
import { requests as texts } from '#portal/texts/requests.ts';
import { toChoices, FilterBar } from '#portal/ui/lists/filter-bar.tsx';
import type { List } from '#portal/ui/lists/use-list.ts';
import type { RequestOptions, requestsList } from './requests.queries.ts';
import type { Elements } from '#portal/ui/layout/elements.ts';

/** The search field and the filters of the list. Without a status filter, the list shows pending requests. */
export const RequestsFilters = ({
  list,
  options,
  columnChoice,
}: {
  list: List<typeof requestsList>;
  options: RequestOptions | undefined;
  columnChoice: Elements;
}) => (
  <FilterBar
    list={list}
    listTexts={texts}
    end={columnChoice}
    fields={{
      country: {
        ...createFilter('country'),
        choices: (options?.countries ?? []).map(({ code, name }) => ({ value: code, label: name })),
      },
      brand: { ...createFilter('brand'), choices: toChoices(options?.brands) },
      tool: { ...createFilter('tool'), choices: toChoices(options?.tools) },
      status: { ...createFilter('status'), placeholder: texts.filters.pending, choices: statusChoices },
      olderThanDays: {
        ...createFilter('olderThanDays'),
        choices: ageChoices,
        valueText: formatAge(String(list.address.olderThanDays)),
      },
    }}
  />
);

const createFilter = (name: 'country' | 'brand' | 'tool' | 'status' | 'olderThanDays') => ({
  label: texts.filters[name],
});

const statusChoices = requestFilters
  .filter((status) => status !== 'pending')
  .map((status) => ({ value: status, label: status === 'all' ? texts.filters.all : texts.statuses[status] }));

const ageChoices = Object.entries(texts.ages).map(([value, label]) => ({ value, label }));

/** Returns the label of an age filter. A link can contain an age that the select field does not offer. */
const formatAge = (days: string): string =>
  ageChoices.find(({ value }) => value === days)?.label ?? texts.olderThan(Number(days));
