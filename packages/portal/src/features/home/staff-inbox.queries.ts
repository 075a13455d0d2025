import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { staffInbox, type Inbox, type InboxCounts } from '@basics/contract/home/inbox.ts';
import { mail } from '@basics/contract/mail/mail.ts';
import { users } from '@basics/contract/users/users.ts';
import { call } from '#portal/api/call.ts';

/**
 * Loads the inbox of staff, with the counts of its urgent sections. The inbox is loaded again after each decision about a request or a help
 * request.
 */
export const inboxQuery = queryOptions({
  queryKey: ['home', 'inbox'],
  queryFn: async ({ signal, client }) => {
    const inbox = await call(staffInbox.inbox, { signal });
    client.setQueryData(countsQuery.queryKey, pickCounts(inbox));
    return inbox;
  },
});

/** The time in milliseconds after which the counts are loaded again while the window is visible. */
const countsIntervalMs = 180_000;

/**
 * Loads the counts of the urgent sections, for the menu and the title of the window. On the home page, the counts are
 * taken from the loaded inbox, without another call.
 */
export const countsQuery = queryOptions({
  queryKey: ['home', 'counts'],
  queryFn: ({ signal }) => call(staffInbox.counts, { signal }),
  staleTime: countsIntervalMs / 2,
  refetchInterval: countsIntervalMs,
  refetchIntervalInBackground: false,
});

const pickCounts = ({ lostPcs, questions, requests, failedMails, followUps }: Inbox): InboxCounts => ({
  lostPcs: pickCount(lostPcs),
  questions: pickCount(questions),
  requests: pickCount(requests),
  failedMails: pickCount(failedMails),
  followUps: pickCount(followUps),
});

const pickCount = ({ total, totalIsMinimum, isLate }: InboxCounts['questions']): InboxCounts['questions'] => ({
  total,
  totalIsMinimum,
  isLate,
});

export const invalidateInbox = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: inboxQuery.queryKey });

/** Sends the same e-mail to a customer again. */
export const repeatMail = ({ userId: id, mailId }: Inbox['failedMails']['items'][number]) =>
  call(mail.repeat, { params: { id, mailId } });

/** Removes a failed e-mail from the inbox of all staff. */
export const dismissMail = ({ userId: id, mailId }: Inbox['failedMails']['items'][number]) =>
  call(mail.dismiss, { params: { id, mailId } });

export const inviteAgain = (userId: number) => call(users.invite, { params: { id: userId } });
