import { useQuery } from '@tanstack/react-query';
import { licensesList } from '#portal/features/license-admin/license-admin.queries.ts';
import { formatMachine, formatOwner } from '#portal/features/license-admin/license-format.ts';
import { createPublishedNotesQuery } from '#portal/features/release-notes/release-notes.queries.ts';
import { requestsList } from '#portal/features/requests/requests.queries.ts';
import { usersList } from '#portal/features/users/users.queries.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { useDebounced } from '#portal/ui/layout/use-settled.ts';
import type { Command } from './commands.ts';

/** A shorter text would match nearly everything. */
const minLetters = 2;
const maxResults = 6;

/** What the server finds for a text: users, requests and the PCs of licences, if the signed-in user may see them, and release notes. */
export function useSearchResults(text: string): { commands: Command[]; isSearching: boolean } {
  const { permissions, mustAct } = useUser();
  const keyword = useDebounced(text.trim());
  const isAsked = keyword.length >= minLetters && !mustAct;
  const seesUsers = isAsked && permissions.includes('users.view');
  const users = useQuery({ ...usersList.page({ keyword }), enabled: seesUsers });
  const requests = useQuery({
    ...requestsList.page({ keyword }),
    enabled: isAsked && permissions.includes('requests.view'),
  });
  const licenses = useQuery({ ...licensesList.page({ keyword }), enabled: seesUsers });
  const notes = useQuery({ ...createPublishedNotesQuery({ keyword }), enabled: isAsked });
  if (!isAsked) return { commands: [], isSearching: false };
  const commands = [
    ...firstOf(users.data).map((user) => ({
      id: `user ${user.userId}`,
      group: 'users' as const,
      ...describePerson(user),
      path: `/users/${user.userId}`,
    })),
    ...firstOf(requests.data).map((request) => ({
      id: `request ${request.userId}`,
      group: 'requests' as const,
      ...describePerson(request),
      path: '/requests',
      search: { request: request.userId },
    })),
    ...firstOf(licenses.data).map(({ licenseId, machineName, owner }) => ({
      id: `license ${licenseId}`,
      group: 'licenses' as const,
      label: formatMachine(machineName),
      detail: formatOwner(owner),
      path: '/licenses',
      search: { license: licenseId },
    })),
    ...firstOf(notes.data).map(({ releaseId, title, version }) => ({
      id: `note ${releaseId}`,
      group: 'notes' as const,
      label: title,
      detail: version,
      path: `/release-notes/${releaseId}`,
    })),
  ];
  const isLate = keyword !== text.trim() || [users, requests, licenses, notes].some(({ isFetching }) => isFetching);
  return { commands, isSearching: isLate };
}

const firstOf = <Row>(page: { items: readonly Row[] } | undefined): Row[] => (page?.items ?? []).slice(0, maxResults);

type Person = { firstName: string; lastName: string; login: string; company: string | null };

const describePerson = ({ firstName, lastName, login, company }: Person) => ({
  label: `${firstName} ${lastName}`.trim() || login,
  detail: [login, company].filter(Boolean).join(', '),
});
