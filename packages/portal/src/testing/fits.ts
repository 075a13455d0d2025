import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** Fails if the page or an open dialog is wider than the window at one of the widths. Then the window has the first width. */
export async function expectFits(...widths: readonly number[]): Promise<void> {
  for (const width of [...widths.slice(1), ...widths.slice(0, 1)]) {
    // oxlint-disable-next-line no-await-in-loop -- there is one window
    await page.viewport(width, 800);
    // oxlint-disable-next-line no-await-in-loop -- the page has this width only now
    await expect.poll(listOverflows, { message: `at ${width} px` }).toEqual([]);
  }
}

const listOverflows = (): string[] =>
  [document.documentElement, ...document.querySelectorAll('[role="dialog"], dialog[open]')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ tagName, scrollWidth, clientWidth }) => `${tagName}: ${scrollWidth} instead of ${clientWidth} px`);
