import { createIndex } from '../statements.ts';

/** What long lists are sorted by: a page, and each batch of an export, is then read from where it begins. */
export const longLists = {
  name: '0009-long-lists',
  steps: [
    // By last name they are sorted since 0005.
    createIndex('user_search', 'first_name', 'last_name'),
    createIndex('user_search', 'company'),
    createIndex('users', 'created_at'),
  ],
};
