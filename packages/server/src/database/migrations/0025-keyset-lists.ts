import { createIndex } from '../statements.ts';

/** Adds an index for each order of the outbox, the audit log and the help requests, with and without their most frequent filter. */
export const keysetLists = {
  name: '0025-keyset-lists',
  steps: [
    createIndex('outbox', 'to_address', 'id'),
    createIndex('outbox', 'state', 'id'),
    createIndex('outbox', 'state', 'created_at', 'id'),
    createIndex('outbox', 'state', 'to_address', 'id'),
    createIndex('audit', 'subject_kind', 'at', 'id'),
    createIndex('help_requests', 'state', 'machine_fold', 'id'),
  ],
} as const;
