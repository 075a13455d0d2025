import { breakpoints } from '@basics/contract/calls/limits.ts';
import { expect, test } from 'vitest';

const styleSheets = import.meta.glob<string>('../**/*.css', { query: '?raw', import: 'default', eager: true });

/**
 * Additional widths of the header. Below these widths, the header hides its logo, then reduces its gaps, then hides the search, so that the
 * name of the user fits.
 */
const headerWidths = [399.98, 374.98, 359.98];

test('layouts begin at the specified widths and end just below them (T098)', () => {
  const layoutWidths: readonly number[] = Object.values(breakpoints);
  const unspecifiedWidths = Object.entries(styleSheets).flatMap(([sheet, css]) =>
    [...css.matchAll(/\((min|max)-width: ([\d.]+)px\)/g)].flatMap(([, bound, width]) => {
      const isLayoutStart = bound === 'min' && layoutWidths.includes(Number(width));
      const isLayoutEnd = bound === 'max' && layoutWidths.includes(Math.round((Number(width) + 0.02) * 100) / 100);
      return isLayoutStart || isLayoutEnd || headerWidths.includes(Number(width)) ? [] : [`${width}px in ${sheet}`];
    }),
  );
  expect(Object.keys(styleSheets).length).toBeGreaterThan(20);
  expect(unspecifiedWidths).toEqual([]);
});

test('each variable that a style sheet uses is declared in a style sheet: a variable without value makes its whole line invalid', () => {
  const css = Object.values(styleSheets).join('\n');
  const declared = new Set([...css.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name));
  const undeclared = [...css.matchAll(/var\((--[\w-]+)/g)]
    .map(([, name]) => name)
    .filter((name) => !declared.has(name));
  expect(declared.size).toBeGreaterThan(20);
  expect(undeclared).toEqual([]);
});
