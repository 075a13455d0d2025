import { createIndex } from '../statements.ts';

/** The indexes by which long lists are sorted: a page, or a batch of an export, is read from its first row. */
export const longLists = {
  name: '0009-long-lists',
  steps: [
    // The index by last name exists since 0005.
    createIndex('user_search', 'first_name', 'last_name'),
    createIndex('user_search', 'company'),
    createIndex('users', 'created_at'),
  ],
};
