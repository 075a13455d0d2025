import { breakpoints } from '@basics/contract/limits.ts';
import { expect, test } from 'vitest';

const sheets = import.meta.glob<string>('../**/*.css', { query: '?raw', import: 'default', eager: true });

/** Below the smallest specified width the header hides its logo, then reduces its gaps, then hides the search, so that the name of the user fits. */
const headerWidths = [399.98, 374.98, 359.98];

test('layouts begin at the specified widths and end just below them', () => {
  const begins: readonly number[] = Object.values(breakpoints);
  const strange = Object.entries(sheets).flatMap(([sheet, css]) =>
    [...css.matchAll(/\((min|max)-width: ([\d.]+)px\)/g)].flatMap(([, side, width]) => {
      const isBegin = side === 'min' && begins.includes(Number(width));
      const isEnd = side === 'max' && begins.includes(Math.round((Number(width) + 0.02) * 100) / 100);
      return isBegin || isEnd || headerWidths.includes(Number(width)) ? [] : [`${width}px in ${sheet}`];
    }),
  );
  expect(Object.keys(sheets).length).toBeGreaterThan(20);
  expect(strange).toEqual([]);
});
