import { useQuery } from '@tanstack/react-query';
import { createPublishedNotesQuery } from '#portal/features/release-notes/release-notes.queries.ts';
import { usersList } from '#portal/features/users/users.queries.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { useDebounced } from '#portal/ui/layout/use-settled.ts';
import type { Command } from './commands.ts';

/** A shorter text would match nearly everything. */
const minLetters = 2;
const maxResults = 6;

/** What the server finds for a text: users, if the signed-in user may see them, and release notes. */
export function useSearchResults(text: string): { commands: Command[]; isSearching: boolean } {
  const { permissions, mustAct } = useUser();
  const keyword = useDebounced(text.trim());
  const isAsked = keyword.length >= minLetters && !mustAct;
  const maySee = permissions.includes('users.view') && permissions.includes('users.edit');
  const users = useQuery({ ...usersList.page({ keyword }), enabled: isAsked && maySee });
  const notes = useQuery({ ...createPublishedNotesQuery({ keyword }), enabled: isAsked });
  if (!isAsked) return { commands: [], isSearching: false };
  const people = (users.data?.items ?? [])
    .slice(0, maxResults)
    .map(({ userId, firstName, lastName, login, company }) => ({
      id: `user ${userId}`,
      group: 'users' as const,
      label: `${firstName} ${lastName}`.trim() || login,
      detail: [login, company].filter(Boolean).join(', '),
      path: `/users/${userId}/edit`,
    }));
  const written = (notes.data?.items ?? []).slice(0, maxResults).map(({ releaseId, title, version }) => ({
    id: `note ${releaseId}`,
    group: 'notes' as const,
    label: title,
    detail: version,
    path: `/release-notes/${releaseId}`,
  }));
  const isLate = keyword !== text.trim() || users.isFetching || notes.isFetching;
  return { commands: [...people, ...written], isSearching: isLate };
}
