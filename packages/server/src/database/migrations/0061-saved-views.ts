import { cascadeReference, text } from '../columns.ts';
import { createTable } from '../statements.ts';

/** Views of lists that users have saved: the path of the page, and its search parameters. */
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
