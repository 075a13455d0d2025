import { json, text, withDefault } from '../columns.ts';
import { createImpersonalTable, insertRows } from '../queries/statements.ts';

/** The views of lists that all members of staff see. Administrators can change and delete the views that are inserted here. */
export const sharedViews = {
  name: '0023-shared-views',
  steps: [
    // `opens_for` has the ids of the profiles for which the list opens with the view.
    createImpersonalTable(
      'shared_views',
      { list: text, name: text, query: text, opens_for: withDefault('[]', json) },
      { primary: ['list', 'name'] },
    ),
    insertRows('shared_views', [
      { list: '/users', name: 'No licence', query: 'filters=licences.fewer.1' },
      { list: '/users', name: 'Expiring in 30 days', query: 'filters=nextExpiry.inNext.30' },
      { list: '/users', name: 'Never signed in', query: 'filters=neverSignedIn.yes' },
    ]),
  ],
} as const;
