import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { openStates } from './open-states.ts';
import type { OpenState } from './open-states.ts';
import { pageAddresses } from './page-addresses.ts';
import { expect, openSignedIn, test } from './test.ts';

const widths = [390, 768, 1280, 1600];
const looks = ['product', 'partner'].flatMap((brand) => ['light', 'dark'].map((theme) => ({ brand, theme })));
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Waits until the page has its heading and all its answers. */
async function waitUntilShown(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/**
 * Shows the open page with another brand and theme (a "look"). The page is not loaded again, because only colours depend on the brand and the
 * theme. The transitions of colours are finished at once, because axe would measure the contrast of the colours between the two looks.
 */
const changeLook = (page: Page, look: { brand: string; theme: string }): Promise<void> =>
  page.evaluate(({ brand, theme }) => {
    Object.assign(document.documentElement.dataset, { brand, theme });
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }, look);

/** Runs axe: all rules in the first look of a width, and the rule for the contrast of colours in each look. */
async function findViolations(page: Page, width: number): Promise<string[]> {
  const findings: string[] = [];
  for (const [index, look] of looks.entries()) {
    await changeLook(page, look);
    const axe = new AxeBuilder({ page });
    const { violations } = await (index === 0 ? axe.withTags(standards) : axe.withRules('color-contrast')).analyze();
    for (const { id, nodes } of violations)
      findings.push(
        ...nodes.map(({ target }) => `${width} px, ${look.brand}, ${look.theme}: ${id} at ${target.join(' ')}`),
      );
  }
  return findings;
}

async function checkAllWidths(page: Page, address: string, openPanel: OpenState['openPanel']): Promise<string[]> {
  const findings: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(address);
    await waitUntilShown(page);
    await openPanel(page);
    await waitUntilShown(page);
    findings.push(...(await findViolations(page, width)));
  }
  return findings;
}

for (const [login, addresses] of Object.entries(pageAddresses)) {
  for (const address of addresses) {
    test(`axe finds nothing on ${address}, as ${login}, at four widths in four looks`, async ({ page, demo }) => {
      if (login !== 'nobody') await openSignedIn(page, demo.address, `${login}@demo.example`);
      expect(await checkAllWidths(page, demo.address + address, async () => {})).toEqual([]);
    });
  }
}

for (const { at, name, openPanel } of openStates) {
  test(`axe finds nothing on ${at} with the ${name} open, at four widths in four looks`, async ({ page, demo }) => {
    await openSignedIn(page, demo.address, 'administrator@demo.example');
    expect(await checkAllWidths(page, demo.address + at, openPanel)).toEqual([]);
  });
}
