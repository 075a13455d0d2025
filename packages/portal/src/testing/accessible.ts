import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';

/**
 * Fails with the violations that axe finds against WCAG 2.2 A and AA and its best practices. A check takes as long as a whole page test, so
 * run it once for each state of a page, in the first test that shows it.
 */
export async function expectAccessible(): Promise<void> {
  // The contrast is final only after all transitions.
  const transitions = document.getAnimations().filter(({ effect }) => !isEndless(effect));
  await Promise.allSettled(transitions.map(({ finished }) => finished));
  // The page is scrolled to its top, because the header covers elements that are scrolled under it. Axe would report the covered elements
  // as targets that are too small.
  window.scrollTo(0, 0);
  // For the same reason, a bar that sticks to the bottom of the window is at its own place, which is the end of its form.
  const bars = [...document.querySelectorAll<HTMLElement>('[data-sticks]')];
  for (const bar of bars) bar.style.position = 'static';
  const { violations } = await axe.run(document.body, {
    // Only violations are collected, because details of passed rules are not needed.
    resultTypes: ['violations'],
    preload: false,
    selectors: false,
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  });
  for (const bar of bars) bar.style.position = '';
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
}

/** Fails if the page or an open dialog is wider than the window at one of the widths. Then the window has the first width. */
export async function expectFits(...widths: readonly number[]): Promise<void> {
  /* oxlint-disable no-await-in-loop -- there is one window */
  for (const width of [...widths.slice(1), ...widths.slice(0, 1)]) {
    await page.viewport(width, 800);
    // The window may get its width later. Components that read the width are rendered in the next frame.
    await expect.poll(() => innerWidth).toBe(width);
    await new Promise(requestAnimationFrame);
    await expect.poll(listOverflows, { message: `at ${width} px` }).toEqual([]);
  }
  /* oxlint-enable no-await-in-loop */
}

const isEndless = (effect: AnimationEffect | null): boolean => effect?.getComputedTiming().endTime === Infinity;

const listOverflows = (): string[] =>
  [document.documentElement, ...document.querySelectorAll('[role="dialog"], dialog[open]')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ tagName, scrollWidth, clientWidth }) => `${tagName}: ${scrollWidth} instead of ${clientWidth} px`);
