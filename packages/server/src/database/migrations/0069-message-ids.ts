import { createIndex } from '../statements.ts';

/** A bounce names the letter by its Message-ID. */
export const messageIds = {
  name: '0069-message-ids',
  steps: [createIndex('outbox', 'message_id')],
};
