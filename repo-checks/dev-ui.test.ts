import { expect, test } from 'vitest';
import { listFiles, readText } from './files.ts';

/**
 * The components that /dev/ui does not show, with the reason: they show nothing themselves, or work only inside a
 * complete page.
 */
const exceptions: Record<string, string> = {
  'feedback/full-page-loader': 'covers the whole page',
  'feedback/not-found-card': 'holds the heading of a page',
  'feedback/query-content': 'needs a query; shows a loading indicator, a failure or its content',
  'feedback/illustration': 'shown by empty-state',
  'toasts/toast-region': 'shown by toasts',
  'markdown/markdown-content': 'shown by markdown',
  'pickers/date-field': 'shown by day-field',
  'fields/error-text': 'shown below a form after a failed call',
  'forms/form': 'has no appearance of its own; shown by every form',
  'fields/field-button': 'a button inside a field; shown by password-field and date-field',
  'fields/form-field': 'shown by every field',
  'forms/form-save-bar': 'needs a form; shown by save-bar',
  'pickers/picker-list': 'shown by picker-field',
  'forms/text-entry': 'takes the focus as soon as it appears; shown by text-area',
  'forms/unsaved-guard': 'asks when a page with changes is left',
  'headings/focused-heading': 'takes the focus as soon as it appears',
  'headings/page-title': 'has no element',
  'layout/scrolled-into-view': 'has no appearance of its own',
  'filters/filter-bar': 'needs a list; shown by list-filters and search-field',
  'lists/limited-table': 'shown by data-table',
  'lists/list-table': 'needs a list; shown by paged-table',
  'lists/paged-table': 'needs a query; shown by data-table and pagination',
  'selection/selection-boxes': 'a column of a table with a selection',
  'tables/sort-link': 'shown by data-table',
  'tables/use-shown-columns': 'needs a list; shown by column-choice',
  'overlays/use-typed-number': 'shown by the deletion of many records',
  'overlays/form-dialog': 'a form in a dialog; shown by dialog',
  'overlays/dialog-button': 'a button that opens a dialog; shown by button and dialog',
};

const components = listFiles('packages/portal/src/ui')
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  .map((file) => file.replace('packages/portal/src/ui/', '').replace('.tsx', ''));

const shownComponents = listFiles('packages/portal/src/app/dev-ui')
  .filter((file) => !file.endsWith('.test.tsx'))
  .flatMap((file) => [...readText(file).matchAll(/'#portal\/ui\/([\w/-]+)\.tsx'/g)].map(([, name = '']) => name));

test('the page /dev/ui shows every component of the folder ui/, except the components in the list of exceptions, which have a reason', () => {
  expect(components.length).toBeGreaterThan(40);
  expect(components.filter((name) => !shownComponents.includes(name)).toSorted()).toEqual(
    Object.keys(exceptions).toSorted(),
  );
});
