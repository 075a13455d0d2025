import { expect, test } from 'vitest';
import { listFiles, readText } from './files.ts';

/**
 * The components that /dev/ui does not show, with the reason: they show nothing themselves, or work only inside a
 * complete page.
 */
const exceptions: Record<string, string> = {
  'feedback/illustration': 'shown by empty-state',
  'feedback/waiting-notice': 'shows a notice only while the server cannot be reached',
  'markdown/markdown-content': 'shown by markdown',
  'forms/form': 'has no appearance of its own; shown by every form',
  'forms/text-entry': 'takes the focus as soon as it appears; shown by text-area',
  'forms/unsaved-guard': 'asks when a page with changes is left',
  'filters/filter-bar': 'needs a list; shown by list-filters and search-field',
  'layout/side-column': 'has no appearance of its own; shown by the page of a customer',
  'lists/limited-table': 'shown by data-table',
  'lists/paged-table': 'needs a query; shown by data-table and pagination',
  'selection/selection-boxes': 'a column of a table with a selection',
  'tables/inline-edit': 'needs a list; edit-user-cell.test.tsx shows it',
  'tables/use-shown-columns': 'needs a list; shown by column-choice',
  'overlays/use-typed-number': 'shown by the deletion of many records',
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
