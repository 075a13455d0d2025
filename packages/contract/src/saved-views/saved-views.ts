import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { limits } from '../calls/limits.ts';
import { requiredLine } from '../fields/visible-line.ts';
import { fieldMessages } from '../texts/field-messages.ts';

/** The maximum number of views that a user can save, for all lists together. */
export const maxSavedViews = 50;

/** The maximum length of the search parameters of a saved view, in characters. */
const maxQueryLength = 2000;

/**
 * A saved view of a list: the path of the page, and the keyword, filters, sort order and columns of the list as search
 * parameters.
 */
export const savedView = z.strictObject({
  list: z.string().check(z.regex(/^\/[\w/-]{1,80}$/)),
  name: requiredLine(fieldMessages.name, limits.text.name),
  query: z.string().check(z.maxLength(maxQueryLength)),
});
export type SavedView = z.infer<typeof savedView>;

const ownViews = z.strictObject({ items: z.array(savedView) });

export const savedViews = {
  list: endpoint({
    name: 'savedViews.list',
    summary: 'The views of lists that the user has saved, sorted by name',
    method: 'GET',
    path: '/saved-view/data',
    access: { any: ['account.view'] },
    reply: ownViews,
    problems: [],
  }),
  save: endpoint({
    name: 'savedViews.save',
    summary: 'Save a view of a list under a name; without a query, delete it',
    method: 'PUT',
    path: '/saved-view',
    access: { any: ['account.view'] },
    body: z.extend(savedView, { query: z.nullable(savedView.shape.query) }),
    reply: ownViews,
    problems: [],
  }),
};
