import { cascadeReference, integer, moment, oneOfTexts } from '../columns.ts';
import { createIndex, createTable } from '../statements.ts';

/** Stores which members of staff have which record open. A row is valid for a minute after `seen_at`. */
export const presences = {
  name: '0075-presences',
  steps: [
    createTable(
      'presences',
      {
        kind: oneOfTexts('user', 'helpRequest'),
        record_id: integer,
        user_id: cascadeReference('users.id'),
        seen_at: moment,
      },
      { primary: ['kind', 'record_id', 'user_id'] },
    ),
    createIndex('presences', 'seen_at'),
  ],
};
