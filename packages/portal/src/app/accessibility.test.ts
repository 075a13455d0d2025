import { expect, test } from 'vitest';
import { routeTable } from './routes/route-table.tsx';

/** The source code of the page tests that run axe. */
const accessibilityTests = Object.values(
  import.meta.glob<string>('../**/*.test.tsx', { query: '?raw', import: 'default', eager: true }),
).filter((testSource) => testSource.includes('await expectAccessible();'));

/** Matches a URL of this route in a test; `$userId` matches any value. */
const createAddressPattern = (path: string): RegExp =>
  new RegExp(`(?<!toBe\\()['"\`]${path.replaceAll(/\$\w+/g, String.raw`[^/'"\`]+`)}(?:[?#][^'"\`]*)?['"\`]`);

// The source code does not show which states of the page were checked; reviewers must verify that.
test.each(routeTable.map(({ path }) => path))('%s is opened by a test that checks accessibility', (path) => {
  expect(accessibilityTests.some((testSource) => createAddressPattern(path).test(testSource))).toBe(true);
});
