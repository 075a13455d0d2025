import { bytesHex, cascadeReference, moment, primary } from '../columns.ts';
import { createIndex, createTable } from '../statements.ts';

/** Stores the links in reminders by which a second contact ends the reminders. The table contains only the hashes of the links. */
export const reminderStops = {
  name: '0066-reminder-stops',
  steps: [
    createTable('reminder_stops', {
      hash: primary(bytesHex(32)),
      user_id: cascadeReference('users.id'),
      expires_at: moment,
    }),
    createIndex('reminder_stops', 'user_id'),
    createIndex('reminder_stops', 'expires_at'),
  ],
};
