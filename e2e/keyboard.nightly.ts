import type { Page } from '@playwright/test';
import { checkFocusOrder } from './keyboard-walk.ts';
import { openStates, selectTwoRows } from './open-states.ts';
import { pageAddresses } from './page-addresses.ts';
import { expect, openSignedIn, test } from './test.ts';

const widths = [390, 1280];

/**
 * A selector of what the functions in `openStates` open: a dialog, a popover, a collapsed part of the page, or a table
 * row with fields.
 */
const openPartSelector = 'dialog[open], [popover=auto]:popover-open, main details[open], main tbody [role=combobox]';

async function waitUntilShown(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await page.waitForLoadState('networkidle');
}

/** Moves the focus through the page with Tab and with Shift+Tab, and expects no fault. */
async function expectFocusOrder(page: Page): Promise<void> {
  expect(await checkFocusOrder(page, 'Tab')).toEqual([]);
  expect(await checkFocusOrder(page, 'Shift+Tab')).toEqual([]);
}

for (const [login, addresses] of Object.entries(pageAddresses)) {
  for (const address of addresses) {
    test(`Tab reaches each control of ${address}, as ${login}, in the reading order, and the focus is always visible`, async ({
      page,
      demo,
    }) => {
      if (login !== 'nobody') await openSignedIn(page, demo.address, `${login}@demo.example`);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto(demo.address + address);
        await waitUntilShown(page);
        await expectFocusOrder(page);
      }
    });
  }
}

const selection = { at: '/users', name: 'selection of two users', openPanel: selectTwoRows };

for (const { at, name, openPanel } of [...openStates, selection]) {
  test(`Tab reaches each control of ${at} with the ${name} open, and the focus is always visible`, async ({
    page,
    demo,
  }) => {
    await openSignedIn(page, demo.address, 'administrator@demo.example');
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(demo.address + at);
      await waitUntilShown(page);
      await openPanel(page);
      await expect(page.locator(openPartSelector).or(page.getByText('2 selected')).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectFocusOrder(page);
    }
  });
}
