import { createIndex } from '../statements.ts';

/** Finds an e-mail by its Message-ID, which a bounce contains. */
export const messageIds = {
  name: '0069-message-ids',
  steps: [createIndex('outbox', 'message_id')],
};
