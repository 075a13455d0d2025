import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { requiredLine } from './visible-line.ts';
import { words } from './words.ts';

/** How many views a user can save, in all lists together. */
export const mostSavedViews = 50;

/** The longest search parameters of a view, in characters. */
const longestQuery = 2000;

/** A list as a user wants to see it again: the path of its page, and its keyword, filters, order and columns as search parameters. */
export const savedView = z.strictObject({
  list: z.string().check(z.regex(/^\/[\w/-]{1,80}$/)),
  name: requiredLine(words.name, limits.text.name),
  query: z.string().check(z.maxLength(longestQuery)),
});
export type SavedView = z.infer<typeof savedView>;

const ownViews = z.strictObject({ items: z.array(savedView) });

export const savedViews = {
  list: endpoint({
    name: 'savedViews.list',
    summary: 'The views of lists that the asker has saved, by name',
    method: 'GET',
    path: '/saved-view/data',
    access: { any: ['account.view'] },
    reply: ownViews,
    problems: [],
  }),
  save: endpoint({
    name: 'savedViews.save',
    summary: 'Save a view of a list under its name; without a query, remove it',
    method: 'PUT',
    path: '/saved-view',
    access: { any: ['account.view'] },
    body: z.extend(savedView, { query: z.nullable(savedView.shape.query) }),
    reply: ownViews,
    problems: [],
  }),
};
