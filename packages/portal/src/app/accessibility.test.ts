import { expect, test } from 'vitest';
import { routeTable } from './route-table.tsx';

/** The tests of pages that call axe, as text. */
const checking = Object.values(
  import.meta.glob<string>('../**/*.test.tsx', { query: '?raw', import: 'default', eager: true }),
).filter((text) => text.includes('await expectAccessible();'));

/** An address of this route as a test writes it: `$userId` stands for any value. */
const addressOf = (path: string): RegExp =>
  new RegExp(`(?<!toBe\\()['"\`]${path.replaceAll(/\$\w+/g, String.raw`[^/'"\`]+`)}(?:[?#][^'"\`]*)?['"\`]`);

// Which state of the page was open cannot be read from the text: that is for the reviewer.
test.each(routeTable.map(({ path }) => path))('%s is opened by a test that checks accessibility', (path) => {
  expect(checking.some((text) => addressOf(path).test(text))).toBe(true);
});
