import { users as texts } from '#portal/texts/users.ts';
import { toChoices, FilterBar } from '#portal/ui/lists/filter-bar.tsx';
import type { List } from '#portal/ui/lists/use-list.ts';
import { formatProfile } from './user-words.tsx';
import type { UserOptions, usersList } from './users.queries.ts';

/** Keyword and filters of the list. */
export function UsersFilters({ list, options }: { list: List<typeof usersList>; options: UserOptions | undefined }) {
  return (
    <FilterBar
      list={list}
      search={texts.search}
      searchHint={texts.searchHint}
      fields={{
        status: {
          ...field('status'),
          choices: listed.map((status) => ({ value: status, label: texts.statuses[status] })),
        },
        profileID: {
          ...field('profileID'),
          choices: options?.profiles.map(({ id }) => ({ value: String(id), label: formatProfile(id) })) ?? [],
        },
        brand: { ...field('brand'), choices: toChoices(options?.brands) },
        tool: { ...field('tool'), choices: toChoices(options && [...options.tools, ...options.retired.tools]) },
        country: {
          ...field('country'),
          choices: options?.countries.map(({ code, name }) => ({ value: code, label: name })) ?? [],
        },
      }}
    />
  );
}

const field = (name: 'status' | 'profileID' | 'brand' | 'tool' | 'country') => ({
  label: texts.filters[name],
  placeholder: texts.filters.all,
});

/** The statuses of users in the list. */
const listed = ['active', 'approved', 'suspended'] as const;
