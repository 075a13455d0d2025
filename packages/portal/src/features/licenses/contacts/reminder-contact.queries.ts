import { queryOptions } from '@tanstack/react-query';
import { reminderContacts } from '@basics/contract/licenses/reminder-contacts.ts';
import { call } from '#portal/api/call.ts';

/** Loads the second address for the reminders of a user. */
export const createReminderContactQuery = (userId: number) =>
  queryOptions({
    queryKey: ['licenses', userId, 'reminderContact'],
    queryFn: ({ signal }) => call(reminderContacts.reminderContact, { params: { id: userId }, signal }),
  });

/** Ends the reminders to a second contact, with the token from the link in a reminder e-mail. */
export const stopReminders = (token: string) => call(reminderContacts.stopReminders, { body: { token } });

export const setReminderContact = (userId: number, address: string | null) =>
  call(reminderContacts.setReminderContact, { params: { id: userId }, body: { address } });
