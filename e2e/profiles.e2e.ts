import type { Page } from '@playwright/test';
import { caller } from './portal-api.ts';
import { accounts, forbidden, menus, permissions } from './permissions-of-profiles.ts';
import { expect, openSignedIn, pocUrl, test } from './test.ts';

/** The menu in the header: the entries of the profile in their order, and no others. */
async function expectMenu(page: Page, { entries, administration }: (typeof menus)[keyof typeof menus]): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu' });
  if (administration.length > 0) await menu.getByRole('button', { name: 'Administration' }).click();
  const expected = [...entries, ...administration];
  await expect(menu.getByRole('link')).toHaveText(expected);
  const poc = menu.getByRole('link', { name: /^Proof of concept/ });
  if (expected.some((label) => label.startsWith('Proof'))) await expect(poc).toHaveAttribute('href', pocUrl);
}

for (const { login, kind, firstName, lastName, profileID } of accounts) {
  test(`the menu and the permissions of ${login.split('@', 1)[0]} are those of the profile`, async ({ page, demo }) => {
    await openSignedIn(page, `${demo.address}/account`, login);
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: /^Signed in as/ })).toContainText(`${firstName} ${lastName}${login}`);
    await expectMenu(page, menus[kind]);

    const token = String(await page.evaluate(() => localStorage.getItem('token')));
    const call = caller(demo);
    const user = await call('GET /user', { token });
    expect(user).toMatchObject({ profileID, userFirstName: firstName, userLastName: lastName, userEmail: login });
    expect(user['permissions']).toEqual(expect.arrayContaining([...permissions[kind]]));
    expect(user['permissions']).toHaveLength(permissions[kind].length);

    const denied = forbidden[kind];
    if (denied === null) return;
    // Navigates as a link does, without loading the page again.
    await page.evaluate((path) => window.history.pushState(null, '', path), denied.path);
    await expect(page).toHaveURL(`${demo.address}/not-found`);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await expect(call(denied.endpoint, { token, body: {} })).rejects.toThrow('answered 403');
  });
}
