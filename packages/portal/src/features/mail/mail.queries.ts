import type { Reply } from '@basics/contract/endpoint.ts';
import { numberInPath } from '@basics/contract/fields.ts';
import { mail, mailState } from '@basics/contract/mail.ts';
import type { Letter } from '@basics/contract/mail.ts';
import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';
import { declareList } from '#portal/api/list-of.ts';

export type WholeLetter = Reply<typeof mail.get>;

const keys = { lists: ['mail', 'list'], letter: (id: number) => ['mail', 'letter', id] };

/** Milliseconds until the list is fetched again while an e-mail waits to be sent. */
const refetchMs = 5000;

/** The outbox; `mail` is the e-mail that is open. */
export const lettersList = declareList({
  key: keys.lists,
  search: mail.search,
  export: mail.export,
  pageSize: 20,
  filters: { state: mailState },
  view: { mail: numberInPath },
  refetchInterval: (page) => (page?.delivers && page.items.some(isWaiting) ? refetchMs : false),
});

/** One e-mail with its text. The audit log records that its link was read, so it is fetched only once. */
export const createLetterQuery = (mailId: number) =>
  queryOptions({
    queryKey: keys.letter(mailId),
    queryFn: ({ signal }) => call(mail.get, { params: { id: mailId }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Queues an e-mail again; the open one shows its new state at once. */
export async function sendAgain(client: QueryClient, mailId: number): Promise<Letter> {
  const letter = await call(mail.sendAgain, { params: { id: mailId } });
  client.setQueryData<WholeLetter>(keys.letter(mailId), (whole) => whole && { ...whole, ...letter });
  await client.invalidateQueries({ queryKey: keys.lists });
  return letter;
}

const isWaiting = ({ state }: Letter): boolean => state === 'queued' || state === 'sending';
