import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { limits } from '../calls/limits.ts';
import { staffProfiles } from '../calls/permissions.ts';
import { requiredLine } from '../fields/visible-line.ts';
import { fieldMessages } from '../texts/field-messages.ts';

/** The maximum number of views that a user can save, and of views that administrators can share, for all lists together. */
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

/** A view that all members of staff see. The list opens with this view for the profiles in `opensFor`. */
export const sharedView = z.extend(savedView, {
  opensFor: z._default(z.array(z.literal(staffProfiles)).check(z.maxLength(staffProfiles.length)), []),
});
export type SharedView = z.infer<typeof sharedView>;

/** `items` are the user's own views. Only staff get `shared`. */
const allViews = z.strictObject({ items: z.array(savedView), shared: z.array(sharedView) });
const deletable = { query: z.nullable(savedView.shape.query) };

export const savedViews = {
  list: endpoint({
    name: 'savedViews.list',
    summary: 'The views of lists that the user has saved, and those that are shared with all staff, sorted by name',
    method: 'GET',
    path: '/saved-view/data',
    access: { any: ['account.view'] },
    reply: allViews,
    problems: [],
  }),
  save: endpoint({
    name: 'savedViews.save',
    summary: 'Save a view of a list under a name; without a query, delete it',
    method: 'PUT',
    path: '/saved-view',
    access: { any: ['account.view'] },
    body: z.extend(savedView, deletable),
    reply: allViews,
    problems: [],
  }),
  share: endpoint({
    name: 'savedViews.share',
    summary:
      'Share a view of a list with all staff, and say for which profiles the list opens with it; without a query, delete it',
    method: 'PUT',
    path: '/saved-view/shared',
    access: 'administrator',
    body: z.extend(sharedView, deletable),
    reply: allViews,
    problems: [],
  }),
};
