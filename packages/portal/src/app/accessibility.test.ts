import { expect, test } from 'vitest';
import { routeTable } from './route-table.tsx';

/** The source of the page tests that run axe. */
const checking = Object.values(
  import.meta.glob<string>('../**/*.test.tsx', { query: '?raw', import: 'default', eager: true }),
).filter((text) => text.includes('await expectAccessible();'));

/** Matches a URL of this route in a test; `$userId` matches any value. */
const createAddressPattern = (path: string): RegExp =>
  new RegExp(`(?<!toBe\\()['"\`]${path.replaceAll(/\$\w+/g, String.raw`[^/'"\`]+`)}(?:[?#][^'"\`]*)?['"\`]`);

// The source does not show which state of the page was checked: reviewers look at that.
test.each(routeTable.map(({ path }) => path))('%s is opened by a test that checks accessibility', (path) => {
  expect(checking.some((text) => createAddressPattern(path).test(text))).toBe(true);
});
