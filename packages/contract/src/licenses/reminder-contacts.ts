import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { idInPath } from '../fields/fields.ts';
import { loginAddress } from '../users/user-fields.ts';

const contact = z.strictObject({ address: z.nullable(z.string()) });

/** The calls about the second contact of a user, who also gets the reminders about the licences of the user. */
export const reminderContacts = {
  reminderContact: endpoint({
    name: 'licenses.reminderContact',
    summary: 'The second address that gets the reminders of the licences of a user; null: none',
    method: 'GET',
    path: '/user/{id}/reminder-contact',
    access: { any: ['license.generate'] },
    params: idInPath,
    reply: contact,
    problems: ['USER_NOT_FOUND'],
  }),
  setReminderContact: endpoint({
    name: 'licenses.setReminderContact',
    summary:
      'Set or remove the second address that gets the reminders of the licences of a user; at most five times a day, and by customers only to an address of their company',
    method: 'PUT',
    path: '/user/{id}/reminder-contact',
    access: { any: ['license.generate'] },
    params: idInPath,
    body: z.strictObject({ address: z.nullable(loginAddress) }),
    reply: contact,
    problems: ['USER_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
  stopReminders: endpoint({
    name: 'licenses.stopReminders',
    summary: 'Remove the second address with the link in a reminder that went to it',
    method: 'POST',
    path: '/reminder-contact/stop',
    access: 'public',
    body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
    reply: null,
    problems: ['LINK_NOT_VALID', 'TOO_MANY_ATTEMPTS'],
  }),
};
