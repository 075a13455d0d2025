import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { pageAddresses } from './page-addresses.ts';
import { expect, openSignedIn, test } from './test.ts';

const widths = [390, 768, 1280, 1600];
const looks = ['product', 'partner'].flatMap((brand) => ['light', 'dark'].map((theme) => ({ brand, theme })));
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type OpenState = { at: string; name: string; openPanel: (page: Page) => Promise<void> };

const pressButton = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const openFirstRow = (page: Page) => page.getByRole('main').getByRole('table').getByRole('link').first().click();

/** The panels, dialogs and popovers that an administrator opens on a page. */
const openStates: readonly OpenState[] = [
  { at: '/', name: 'search', openPanel: pressButton('Search or jump to') },
  { at: '/', name: 'shortcuts', openPanel: (page) => page.keyboard.press('?') },
  { at: '/', name: 'legal disclaimer', openPanel: pressButton('Legal disclaimer') },
  { at: '/users', name: 'manual', openPanel: pressButton('Help for this page') },
  { at: '/requests', name: 'panel of a request', openPanel: openFirstRow },
  { at: '/licenses', name: 'panel of a licence', openPanel: openFirstRow },
  { at: '/admin/audit', name: 'panel of an entry', openPanel: openFirstRow },
  { at: '/admin/mail', name: 'panel of an e-mail', openPanel: openFirstRow },
  { at: '/admin/tools?add=true', name: 'panel of a new tool', openPanel: async () => {} },
  { at: '/country-salesman', name: 'row of a new assignment', openPanel: pressButton(/^Add assignment/) },
];

/** Waits until the page has its heading and all its answers. */
async function waitUntilShown(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/**
 * Shows the open page in another look. Only colours depend on the brand and the theme, so the page is not loaded again. The transitions of
 * colours are finished at once, because axe would measure the contrast of the colours between the two looks.
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
