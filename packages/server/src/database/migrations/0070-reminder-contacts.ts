import { cascadeReference, text } from '../columns.ts';
import { createTable } from '../statements.ts';

/** The second address that gets the reminders of a user's licences; a user has at most one. */
export const reminderContacts = {
  name: '0070-reminder-contacts',
  steps: [
    createTable(
      'reminder_contacts',
      { user_id: cascadeReference('users.id'), address: text },
      { primary: ['user_id'] },
    ),
  ],
};
