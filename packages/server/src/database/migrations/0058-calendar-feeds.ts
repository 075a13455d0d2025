import { bytesHex, cascadeReference, moment, unique } from '../columns.ts';
import { createTable } from '../statements.ts';

/** Stores the subscribed calendars with the expiry dates of licences. A user has at most one. */
export const calendarFeeds = {
  name: '0058-calendar-feeds',
  steps: [
    createTable(
      'calendar_feeds',
      {
        user_id: cascadeReference('users.id'),
        // SHA-256 of the token in the address: a copy of the database gives no access.
        hash: unique(bytesHex(32)),
        created_at: moment,
      },
      { primary: ['user_id'] },
    ),
  ],
};
