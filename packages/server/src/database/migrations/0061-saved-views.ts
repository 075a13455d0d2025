import { cascadeReference, text } from '../columns.ts';
import { createTable } from '../statements.ts';

/** Stores the views of lists that users have saved: the name of the list, and the search parameters of its page. */
export const savedViews = {
  name: '0061-saved-views',
  steps: [
    createTable(
      'saved_views',
      { user_id: cascadeReference('users.id'), list: text, name: text, query: text },
      { primary: ['user_id', 'list', 'name'] },
    ),
  ],
};
