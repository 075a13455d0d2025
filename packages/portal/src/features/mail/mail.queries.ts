import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { numberInPath } from '@basics/contract/fields/fields.ts';
import { letterListFields, mail, mailState, type Letter } from '@basics/contract/mail/mail.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';
import { declareList } from '#portal/api/declare-list.ts';

export type WholeLetter = Reply<typeof mail.get>;

const keys = { lists: ['mail', 'list'], letter: (id: number) => ['mail', 'letter', id] };

/** The time in milliseconds after which the list is loaded again while an e-mail waits to be sent. */
const refetchMs = 5000;

/** The list of e-mails. The search parameter `mail` is the id of the open e-mail. */
export const lettersList = declareList({
  key: keys.lists,
  usualSort: defaultSorts.letters,
  search: mail.search,
  export: mail.export,
  pageSize: 20,
  fields: letterListFields,
  filters: { state: mailState },
  view: { mail: numberInPath },
  refetchInterval: (page) => (page?.delivers && page.items.some(isWaitingToBeSent) ? refetchMs : false),
});

/** Loads one e-mail with its text. An e-mail is loaded only once, because the audit log records each time that it is read. */
export const createLetterQuery = (mailId: number) =>
  queryOptions({
    queryKey: keys.letter(mailId),
    queryFn: ({ signal }) => call(mail.get, { params: { id: mailId }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Queues an e-mail again, and stores its new state in the cache. */
export async function sendAgain(client: QueryClient, mailId: number): Promise<Letter> {
  const letter = await call(mail.sendAgain, { params: { id: mailId } });
  client.setQueryData<WholeLetter>(keys.letter(mailId), (previous) => previous && { ...previous, ...letter });
  await client.invalidateQueries({ queryKey: keys.lists });
  return letter;
}

const isWaitingToBeSent = ({ state }: Letter): boolean => state === 'queued' || state === 'sending';
