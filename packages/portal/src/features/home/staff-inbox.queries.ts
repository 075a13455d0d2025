import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { staffInbox } from '@basics/contract/inbox.ts';
import type { Inbox } from '@basics/contract/inbox.ts';
import { licenses } from '@basics/contract/licenses.ts';
import { mail } from '@basics/contract/mail.ts';
import { users } from '@basics/contract/users.ts';
import { call } from '#portal/api/call.ts';

/** Loads the inbox of staff. It is loaded again after each decision about a request or a help request. */
export const inboxQuery = queryOptions({
  queryKey: ['home', 'inbox'],
  queryFn: ({ signal }) => call(staffInbox.inbox, { signal }),
});

export const invalidateInbox = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: inboxQuery.queryKey });

/** Renews a licence and sends the new one to its owner by e-mail. */
export async function renewAndSend({ userId: id, licenseId }: Inbox['ending']['items'][number]): Promise<void> {
  const renewedLicense = await call(licenses.renew, { params: { id, licenseId } });
  await call(licenses.send, { params: { id, licenseId: renewedLicense.licenseId } });
}

/** Sends the same e-mail to a customer again. */
export const repeatMail = ({ userId: id, mailId }: Inbox['failedMails']['items'][number]) =>
  call(mail.repeat, { params: { id, mailId } });

export const inviteAgain = (userId: number) => call(users.invite, { params: { id: userId } });
