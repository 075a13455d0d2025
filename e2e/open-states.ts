import type { Locator, Page } from '@playwright/test';
import { pressButton, pressInMenu } from './form-routes.ts';

export type OpenState = {
  /** The address of the page. */
  at: string;
  /** The name of the open panel, dialog or popover, for the title of the test. */
  name: string;
  openPanel: (page: Page) => Promise<void>;
  /** Locates what `openPanel` opens: by default, a dialog or a popover. */
  openPart?: (page: Page) => Locator;
};

/**
 * Locates the panel, dialog or popover that `openPanel` has opened. The portal may load the script of a panel only when
 * its button is pressed.
 */
export const findOpenPart = (page: Page, { openPart }: OpenState): Locator =>
  openPart?.(page) ?? page.locator('dialog[open], [popover=auto]:popover-open').first();

/** Opens the first row of a list. The links in the head of the table, which sort the table, are not used. */
export const openFirstRow = (page: Page) => page.locator('main tbody').getByRole('link').first().click();

/** Selects the first two rows of a list. In a narrow window, the checkboxes appear after a press on “Select”. */
export async function selectTwoRows(page: Page): Promise<void> {
  const selectButton = page.getByRole('button', { name: 'Select', exact: true });
  await page.locator('main tbody tr').first().waitFor();
  if (await selectButton.isVisible()) await selectButton.click();
  const rowBoxes = page.getByRole('row').getByRole('checkbox', { name: /^Select (?!all)/ });
  await rowBoxes.nth(0).click();
  await rowBoxes.nth(1).click();
}

/**
 * Selects the first two rows of a list, and presses the button with the name `action`, which acts on the selected rows.
 */
export const actOnSelection = (action: string | RegExp) => async (page: Page) => {
  await selectTwoRows(page);
  await pressButton(action)(page);
};

/**
 * Opens the sheet with the filters in a narrow window. In a wide window, which shows the filters without a sheet, opens the filter for a
 * range of days.
 */
const openFilters = (daysFilterName: string) => async (page: Page) => {
  const filtersButton = page.getByRole('button', { name: 'Filters' });
  await (
    (await filtersButton.isVisible()) ? filtersButton : page.getByRole('button', { name: daysFilterName })
  ).click();
};

/** The panels, dialogs and popovers that an administrator opens on a page. */
export const openStates: readonly OpenState[] = [
  { at: '/', name: 'search', openPanel: pressButton('Search or jump to') },
  { at: '/', name: 'shortcuts', openPanel: (page) => page.keyboard.press('?') },
  { at: '/', name: 'legal disclaimer', openPanel: pressButton('Legal disclaimer') },
  { at: '/', name: 'account menu', openPanel: pressButton(/^Signed in as/) },
  { at: '/account/security', name: 'new login', openPanel: pressButton('Change login') },
  { at: '/users', name: 'manual', openPanel: pressButton('Help for this page') },
  { at: '/users?status=active', name: 'saved views', openPanel: pressButton('New view') },
  { at: '/users', name: 'change of two users', openPanel: actOnSelection('Change…') },
  { at: '/users', name: 'deletion of two users', openPanel: actOnSelection(/^Delete 2/) },
  { at: '/users/create', name: 'more fields', openPanel: (page) => page.getByText('More', { exact: true }).click() },
  { at: '/users/3', name: 'permissions', openPanel: pressInMenu('More actions', 'Permissions') },
  { at: '/users/20', name: 'salesmen of a user', openPanel: pressInMenu('More actions', 'Who sees this user?') },
  {
    at: '/users/20',
    name: 'removal of the second step',
    openPanel: pressInMenu('More actions', 'Remove second step'),
  },
  { at: '/users/20', name: 'new login of a user', openPanel: pressInMenu('More actions', 'Change login') },
  { at: '/users/20', name: 'joined accounts', openPanel: pressInMenu('More actions', 'Join accounts…') },
  { at: '/requests', name: 'panel of a request', openPanel: openFirstRow },
  { at: '/requests', name: 'decision on two requests', openPanel: actOnSelection('Decide…') },
  { at: '/licenses', name: 'filters', openPanel: openFilters('Expires') },
  { at: '/licenses', name: 'panel of a licence', openPanel: openFirstRow },
  { at: '/licenses', name: 'renewal of two licences', openPanel: actOnSelection('Renew 2 licences…') },
  { at: '/licenses', name: 'sending of two licences', openPanel: actOnSelection('Send or remind…') },
  { at: '/licenses', name: 'lost PCs', openPanel: pressButton('Lost PCs') },
  { at: '/help-requests', name: 'panel of a help request', openPanel: openFirstRow },
  {
    at: '/country-salesman',
    name: 'row of a new assignment',
    openPanel: pressButton(/^Add assignment/),
    openPart: (page) => page.getByRole('row').getByRole('button', { name: 'Save' }),
  },
  { at: '/country-salesman', name: 'hand-over', openPanel: pressButton('Hand over a territory') },
  { at: '/admin/audit', name: 'filters', openPanel: openFilters('When') },
  { at: '/admin/audit', name: 'panel of an entry', openPanel: openFirstRow },
  { at: '/admin/mail', name: 'panel of an e-mail', openPanel: openFirstRow },
  { at: '/admin/release-notes', name: 'deleted notes', openPanel: pressButton('Deleted notes') },
  { at: '/admin/tools?add=true', name: 'panel of a new tool', openPanel: async () => {} },
];
