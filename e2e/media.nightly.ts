import type { Page } from '@playwright/test';
import { expect, openPage, openSignedIn, test } from './test.ts';

async function openAsAdministrator(page: Page, address: string): Promise<void> {
  await openSignedIn(page, address, 'administrator@demo.example');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

test('a printed list contains its heading and all rows of the page, but no menu, search field, checkbox or footer', async ({
  page,
  demo,
}) => {
  await openAsAdministrator(page, `${demo.address}/users`);
  const rows = page.locator('main tbody tr');
  await expect(rows.first()).toBeVisible();
  const rowCount = await rows.count();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1, name: 'My Users' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toHaveCount(0);
  for (const hidden of ['banner', 'search', 'checkbox', 'contentinfo'] as const)
    await expect(page.getByRole(hidden)).toHaveCount(0);
  expect(await rows.evaluateAll((all) => all.filter((row) => row.checkVisibility()).length)).toBe(rowCount);
  const isTableCut = await page.getByRole('table').evaluate((table) => {
    const frame = table.parentElement ?? table;
    return frame.scrollHeight > frame.clientHeight + 1 && getComputedStyle(frame).overflowY !== 'visible';
  });
  expect(isTableCut).toBe(false);
});

test('with forced colours, the menu entry of the current page differs from the other entries, and a focused button from the other buttons', async ({
  page,
  demo,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openAsAdministrator(page, `${demo.address}/users`);
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const describeEntryStyle = (name: string) =>
    menu.getByRole('link', { name, exact: true }).evaluate((link) => {
      const { textDecorationLine, borderInlineStartWidth, outlineStyle, boxShadow, fontWeight } =
        getComputedStyle(link);
      return [textDecorationLine, borderInlineStartWidth, outlineStyle, boxShadow, fontWeight].join(' ');
    });
  expect(await describeEntryStyle('My Users')).not.toBe(await describeEntryStyle('Licences'));
  const logoutButton = page.getByRole('button', { name: 'Logout' });
  await page.getByRole('button', { name: /^Signed in as/ }).focus();
  await page.keyboard.press('Tab');
  await expect(logoutButton).toBeFocused();
  expect(await logoutButton.evaluate((button) => getComputedStyle(button).outlineStyle)).not.toBe('none');
});

test('a screen reader reads the parts of the sign-in page in the order in which they are used', async ({
  page,
  demo,
}) => {
  await openPage(page, `${demo.address}/sign-in`);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Sign in" [level=1]
    - textbox "Login"
    - textbox "Password"
    - button "Show password"
    - link "Forgot your password?"
    - button "Sign in"
    - button "Sign in with a passkey"
    - paragraph:
      - link "Request one"
  `);
});

test('on the licence page, a screen reader reads the field first, then its button, and then the help', async ({
  page,
  demo,
}) => {
  await openAsAdministrator(page, `${demo.address}/license/verify`);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Get a licence" [level=1]
    - button "Help for this page"
    - link "Several PCs"
    - textbox "Verification code"
    - button "Check code"
    - button "Choose a .bvr file"
    - button "Other ways"
    - region "Where to find the code"
  `);
});

test('in the search of the home page, no two options have the same name', async ({ page, demo }) => {
  await openAsAdministrator(page, `${demo.address}/`);
  await page.getByRole('button', { name: 'Search or jump to' }).click();
  const options = page.getByRole('dialog').getByRole('group').first().getByRole('option');
  await expect(options.first()).toBeVisible();
  const names = await options.allInnerTexts();
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
