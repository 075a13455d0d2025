import type { OwnedLicense } from '@basics/contract/license-admin/license-admin.ts';
import type { FollowUp } from '@basics/contract/users/notes.ts';
import type { Permission } from '@basics/contract/calls/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { licensesList } from '#portal/features/license-admin/license-admin.queries.ts';
import { formatMachine, formatOwner } from '#portal/features/license-admin/license-format.tsx';
import { createLicensesQuery } from '#portal/features/licenses/licenses.queries.ts';
import { otherCountryNames } from '@basics/contract/fields/country-names.ts';
import { createCountryOptions } from '#portal/messages/names.ts';
import { formatShortDate } from '#portal/messages/times.ts';
import { createPublishedNotesQuery } from '#portal/features/release-notes/release-notes.queries.ts';
import { requestsList } from '#portal/features/requests/requests.queries.ts';
import { userOptions, usersList } from '#portal/features/users/users.queries.ts';
import { createFollowUpsQuery } from '#portal/session/notes/notes.queries.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { shell } from '#portal/texts/shell.ts';
import { useDebounced } from '#portal/ui/hooks/use-timing.ts';
import { isFoundBy, type Command } from './commands.ts';

/** The minimum length of a search text. A shorter text would match nearly everything. */
const minSearchLength = 2;
const maxResults = 6;

/** The lists that can be filtered by country, and the permission that each list needs. */
const listsByCountry = [
  { path: '/users', label: shell.items.users, needs: 'users.view' },
  { path: '/licenses', label: shell.items.licenses, needs: 'users.view' },
  { path: '/country-salesman', label: shell.items.countrySalesman, needs: 'countrySalesman.view' },
] as const;
const maxCountries = 3;

/** Searches on the server for countries, release notes, and for the users, requests and PCs that the signed-in user may see. */
export function useSearchResults(searchText: string): { commands: Command[]; isSearching: boolean } {
  const { userId, permissions, mustAct } = useUser();
  const keyword = useDebounced(searchText.trim());
  const isSearched = keyword.length >= minSearchLength && !mustAct;
  const maySeeUsers = isSearched && permissions.includes('users.view');
  const options = useQuery({ ...userOptions, enabled: maySeeUsers });
  const users = useQuery({ ...usersList.page({ keyword }), enabled: maySeeUsers });
  const requests = useQuery({
    ...requestsList.page({ keyword }),
    enabled: isSearched && permissions.includes('requests.view'),
  });
  const followUps = useQuery({ ...createFollowUpsQuery(keyword), enabled: maySeeUsers });
  const licenses = useQuery({ ...licensesList.page({ keyword }), enabled: maySeeUsers });
  const ownLicenses = useQuery({
    ...createLicensesQuery(userId, { keyword, status: 'Active' }),
    enabled: isSearched && permissions.includes('license.menu'),
  });
  const notes = useQuery({ ...createPublishedNotesQuery({ keyword }), enabled: isSearched });
  if (!isSearched) return { commands: [], isSearching: false };
  const commands = [
    ...listCountryCommands(options.data?.countries ?? [], keyword, permissions),
    ...listFirstRows(users.data).map((user) => ({
      id: `user ${user.userId}`,
      group: 'users' as const,
      ...describePerson(user, keyword),
      path: `/users/${user.userId}`,
    })),
    ...listFirstRows(requests.data).map((request) => ({
      id: `request ${request.userId}`,
      group: 'requests' as const,
      ...describePerson(request, keyword),
      path: '/requests',
      search: { request: request.userId },
    })),
    ...listFirstRows(followUps.data).map(describeFollowUp),
    ...listFirstRows(licenses.data).map(describeLicense),
    ...listFirstRows(ownLicenses.data).map(({ licenseId, machineName, expiryDate }) => ({
      id: `license ${licenseId}`,
      group: 'licenses' as const,
      label: formatMachine(machineName),
      detail: formatShortDate(expiryDate),
      path: `/license/${licenseId}`,
    })),
    ...listFirstRows(notes.data).map(({ releaseId, title, version }) => ({
      id: `note ${releaseId}`,
      group: 'notes' as const,
      label: title,
      detail: version,
      path: `/release-notes/${releaseId}`,
    })),
  ];
  const isSearching =
    keyword !== searchText.trim() ||
    [options, users, requests, followUps, licenses, ownLicenses, notes].some(({ isFetching }) => isFetching);
  return { commands, isSearching };
}

const describeFollowUp = ({ noteId, text, day, about }: FollowUp) => ({
  id: `followUp ${noteId}`,
  group: 'followUps' as const,
  label: text.trim().slice(0, 80),
  detail: [about.name, day === null ? '' : formatShortDate(day)].join(', '),
  path: about.userId === null ? `/companies/${about.companyId}` : `/users/${about.userId}`,
});

/** Several PCs can have the same name, so the owner and the company are beside it. */
const describeLicense = ({ licenseId, machineName, owner }: OwnedLicense) => ({
  id: `license ${licenseId}`,
  group: 'licenses' as const,
  label: formatMachine(machineName),
  detail: [formatOwner(owner), owner.company].filter(Boolean).join(', '),
  path: `/license/${licenseId}`,
});

/** Returns a command for each list that shows the records of a country whose name, other name or code the text finds. */
const listCountryCommands = (
  countries: Parameters<typeof createCountryOptions>[0],
  keyword: string,
  permissions: readonly Permission[],
): Command[] =>
  createCountryOptions(countries)
    .filter(({ value, label }) =>
      [value, label, ...(otherCountryNames[value] ?? [])].some((name) => isFoundBy(name, keyword)),
    )
    .slice(0, maxCountries)
    .flatMap(({ value, label }) =>
      listsByCountry
        .filter(({ needs }) => permissions.includes(needs))
        .map(({ path, label: detail }) => ({
          id: `country ${value} ${path}`,
          group: 'countries' as const,
          label,
          detail,
          path,
          search: { country: value },
        })),
    );

const listFirstRows = <Row>(page: { items: readonly Row[] } | undefined): Row[] =>
  (page?.items ?? []).slice(0, maxResults);

type Person = { firstName: string; lastName: string; login: string; company: string | null; phone: string };

/** The phone number is shown only if it was searched. */
const describePerson = ({ firstName, lastName, login, company, phone }: Person, keyword: string) => ({
  label: `${firstName} ${lastName}`.trim() || login,
  detail: [login, company, /\d{3}/.test(keyword.replaceAll(/\s/g, '')) ? phone : ''].filter(Boolean).join(', '),
});
