import { createIndex } from '../statements.ts';

/** Makes it possible to find an e-mail by its Message-ID, which a bounce contains. */
export const messageIds = {
  name: '0069-message-ids',
  steps: [createIndex('outbox', 'message_id')],
};
