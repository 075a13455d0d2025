import { cascadeReference, bytesHex, withDefault, moment } from '../columns.ts';
import { addColumn, createIndex, createTable } from '../statements.ts';

/** What a wrong clock must not lock, and the devices at which people have signed in before. */
export const clocks = {
  name: '0014-clocks',
  steps: [
    // When the last attempt was counted: ahead of the clock, the row was written by a clock that has been put right since.
    addColumn('throttles', 'last_attempt_at', withDefault(0, moment)),
    createTable(
      'known_devices',
      {
        // SHA-256 of the random id in the cookie of the browser.
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
