import { createIndex } from '../statements.ts';

/**
 * Adds indexes in the order of long lists, so that reading a page or a batch of an export does not read the rows before the page or the
 * batch.
 */
export const longLists = {
  name: '0009-long-lists',
  steps: [
    // The index by last name is missing here, because migration 0005 created it.
    createIndex('user_search', 'first_name', 'last_name'),
    createIndex('user_search', 'company'),
    createIndex('users', 'created_at'),
  ],
};
