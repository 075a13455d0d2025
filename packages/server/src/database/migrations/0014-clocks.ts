import { cascadeReference, bytesHex, withDefault, moment } from '../columns.ts';
import { addColumn, createIndex, createTable } from '../statements.ts';

/** Keeps the counters of attempts correct after the clock was wrong, and stores the devices on which users have signed in. */
export const clocks = {
  name: '0014-clocks',
  steps: [
    // When the last attempt was counted. A time in the future means that the row was written while the clock was wrong, and that the clock
    // has been corrected since.
    addColumn('throttles', 'last_attempt_at', withDefault(0, moment)),
    createTable(
      'known_devices',
      {
        // SHA-256 of the random id that the browser has in a cookie.
        hash: bytesHex(32),
        user_id: cascadeReference('users.id'),
        created_at: moment,
        last_seen_at: moment,
      },
      { primary: ['hash', 'user_id'] },
    ),
    createIndex('known_devices', 'user_id'),
    createIndex('known_devices', 'last_seen_at'),
  ],
};
