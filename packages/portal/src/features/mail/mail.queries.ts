import type { Body, Reply } from '@basics/contract/endpoint.ts';
import { mail } from '@basics/contract/mail.ts';
import type { Letter } from '@basics/contract/mail.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { ListQuery } from '#portal/api/list-query.ts';
import { call } from '#portal/api/call.ts';

type Search = Body<typeof mail.search>;
type LettersQuery = ListQuery<Search>;
export type WholeLetter = Reply<typeof mail.get>;

export const lettersShown = 20;

const keys = { lists: ['mail', 'list'], letter: (id: number) => ['mail', 'letter', id] };

/** What waits may be sent any moment: milliseconds until the list is asked for again. */
const lookAgain = 5000;

/** One page of the outbox; the page before stays in sight until the next one is there. */
export function lettersLike({ pageNumber = 1, keyword = '', ...rest }: LettersQuery) {
  const body = { ...rest, pageNumber, keyword, pageSize: lettersShown };
  return queryOptions({
    queryKey: [...keys.lists, body],
    queryFn: ({ signal }) => call(mail.search, { body, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.delivers && data.items.some(isOnItsWay) ? lookAgain : false),
  });
}

/** The list of all that match, as a file. */
export function exportLetters(asked: LettersQuery, signal: AbortSignal) {
  const { pageNumber: _, keyword = '', ...rest } = asked;
  return call(mail.export, { body: { ...rest, keyword }, signal });
}

/** One mail with its words. Where its link is shown, that it was read goes on record: so it is asked for once, not on every glance. */
export const letterOf = (mailId: number) =>
  queryOptions({
    queryKey: keys.letter(mailId),
    queryFn: ({ signal }) => call(mail.get, { params: { id: mailId }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Queues a mail again; the one that is open shows at once how it stands. */
export async function sendAgain(client: QueryClient, mailId: number): Promise<Letter> {
  const letter = await call(mail.sendAgain, { params: { id: mailId } });
  client.setQueryData<WholeLetter>(keys.letter(mailId), (whole) => whole && { ...whole, ...letter });
  await client.invalidateQueries({ queryKey: keys.lists });
  return letter;
}

const isOnItsWay = ({ state }: Letter): boolean => state === 'queued' || state === 'sending';
