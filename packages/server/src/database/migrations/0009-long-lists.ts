import { createIndex } from '../statements.ts';

/** Adds indexes in the order of long lists, so that reading a page or a batch of an export does not read the rows before it. */
export const longLists = {
  name: '0009-long-lists',
  steps: [
    // Migration 0005 created the index by last name.
    createIndex('user_search', 'first_name', 'last_name'),
    createIndex('user_search', 'company'),
    createIndex('users', 'created_at'),
  ],
};
