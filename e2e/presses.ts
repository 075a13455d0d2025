import type { Page } from '@playwright/test';

type PressCounter = {
  /** Returns the number of presses since the last call of `restart`. */
  readPresses: () => Promise<number>;
  /** Sets the counter to 0. */
  restart: () => Promise<void>;
};

/**
 * Counts what a person does on a page: each press of a mouse button, each choice in a list, each paste, and each key that is pressed
 * outside of text fields. In a text field, only Enter is counted, because it confirms: typing is not. Call this function before the page is opened, because the counter is installed when a page
 * loads.
 */
export async function countPresses(page: Page): Promise<PressCounter> {
  let pressCount = 0;
  await page.exposeFunction('reportPress', () => {
    pressCount += 1;
  });
  await page.addInitScript(() => {
    const report = (): void => void Reflect.get(globalThis, 'reportPress')();
    const isTextField = (target: EventTarget | null): boolean =>
      target instanceof Element && target.matches('input:not([type=checkbox]), textarea');
    addEventListener('pointerdown', report, true);
    addEventListener('paste', report, true);
    addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && report(), true);
    addEventListener('keydown', ({ target, key }) => (isTextField(target) && key !== 'Enter') || report(), true);
  });
  // The page reports presses in their order, so all presses are counted when this evaluation returns.
  const waitForReports = (): Promise<void> => page.evaluate(() => {});
  return {
    readPresses: async () => {
      await waitForReports();
      return pressCount;
    },
    restart: async () => {
      await waitForReports();
      pressCount = 0;
    },
  };
}
