import type { Page } from '@playwright/test';
import { findViolations, loadAxe } from './axe-looks.ts';
import { findOpenPart, openStates, type OpenState } from './open-states.ts';
import { pageAddresses } from './page-addresses.ts';
import { expect, openPage, openSignedIn, test } from './test.ts';

const widths = [390, 768, 1280, 1600];

/**
 * Waits until the page shows its heading and no placeholder, and all requests have responses. In the build, the class name of a placeholder
 * still begins with `skeleton_`.
 */
async function waitUntilShown(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[class^=skeleton_]')).toHaveCount(0);
}

/** Checks a page at all widths with axe. The page is loaded once, and then only its window is resized. */
async function checkPage(page: Page, address: string): Promise<string[]> {
  const findings: string[] = [];
  const seenPages = new Set<string>();
  await openPage(page, address);
  await waitUntilShown(page);
  await loadAxe(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await waitUntilShown(page);
    findings.push(...(await findViolations(page, seenPages)));
  }
  return findings;
}

/**
 * Opens a panel, dialog or menu again at each width, and checks it with axe. The same element may be a sheet in a narrow window and a
 * popover in a wide window.
 */
async function checkOpenState(page: Page, portal: string, state: OpenState): Promise<string[]> {
  const findings: string[] = [];
  const seenPages = new Set<string>();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await openPage(page, portal + state.at);
    await waitUntilShown(page);
    await state.openPanel(page);
    await expect(findOpenPart(page, state)).toBeVisible();
    await waitUntilShown(page);
    await loadAxe(page);
    findings.push(...(await findViolations(page, seenPages)));
  }
  return findings;
}

for (const [login, addresses] of Object.entries(pageAddresses)) {
  for (const address of addresses) {
    test(`axe finds nothing on ${address}, as ${login}, at four widths in four looks`, async ({ page, demo }) => {
      if (login !== 'nobody') await openSignedIn(page, demo.address, `${login}@demo.example`);
      expect(await checkPage(page, demo.address + address)).toEqual([]);
    });
  }
}

for (const state of openStates) {
  test(`axe finds nothing on ${state.at} with the ${state.name} open, at four widths in four looks`, async ({
    page,
    demo,
  }) => {
    await openSignedIn(page, demo.address, 'administrator@demo.example');
    expect(await checkOpenState(page, demo.address, state)).toEqual([]);
  });
}
