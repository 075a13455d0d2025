import { createCountryOptions } from '#portal/messages/countries.ts';
import { users as texts } from '#portal/texts/users.ts';
import { toChoices, FilterBar } from '#portal/ui/lists/filter-bar.tsx';
import type { List } from '#portal/ui/lists/use-list.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { formatProfile } from '#portal/messages/profiles.ts';
import type { UserOptions, usersList } from './users.queries.ts';

// The component is loaded after the list, so that the list appears early.
const UsersColumnChoice = createLazyPart(async () => (await import('./column-choice.tsx')).UsersColumnChoice, {
  isLate: true,
});

type UsersFiltersProps = { list: List<typeof usersList>; options: UserOptions | undefined };

/** The search field and the filters of the list, the number of results, and the choice of columns. */
export function UsersFilters({ list, options }: UsersFiltersProps) {
  return (
    <FilterBar
      list={list}
      listTexts={texts}
      end={
        <>
          <OptionalPart>
            <UsersColumnChoice
              columns={list.address.columns}
              onChange={(columnIds) => list.change({ columns: columnIds }, { replace: true })}
            />
          </OptionalPart>
        </>
      }
      fields={{
        status: {
          ...createFilter('status'),
          choices: listedStatuses.map((status) => ({ value: status, label: texts.statuses[status] })),
        },
        profileID: {
          ...createFilter('profileID'),
          choices: options?.profiles.map(({ id }) => ({ value: String(id), label: formatProfile(id) })) ?? [],
        },
        brand: { ...createFilter('brand'), choices: toChoices(options?.brands) },
        tool: { ...createFilter('tool'), choices: toChoices(options && [...options.tools, ...options.retired.tools]) },
        country: {
          ...createFilter('country'),
          choices: createCountryOptions(options?.countries ?? []),
        },
        company: createFilter('company'),
      }}
    />
  );
}

const createFilter = (name: 'status' | 'profileID' | 'brand' | 'tool' | 'country' | 'company') => ({
  label: texts.filters[name],
});

/** The statuses of users in the list. */
const listedStatuses = ['active', 'approved', 'suspended'] as const;
