import { toPermissionContext, listPermissions, findRole, type Role } from '@basics/contract/calls/permissions.ts';
import { specifiedMenu } from '@basics/portal/testing/specified-menus.ts';
import { accounts } from '@basics/server/demo/people/accounts.ts';
import { accessTable, findOutcome } from '@basics/server/testing/access/access-table.ts';
import type { Page } from '@playwright/test';
import { createCaller } from './portal-api.ts';
import { expect, openSignedIn, pocUrl, test } from './test.ts';
import { followPath } from './quiet-page.ts';

/** One demo account for each profile. */
const oneAccountPerProfile = accounts.filter(({ login }) => login !== 'salesman2@demo.example');

/** All calls that search, and so change nothing. Some search calls are for everybody, some for staff, and some for administrators. */
const searchCalls = accessTable.filter(({ endpoint }) => endpoint.name.endsWith('.search'));

const settingsLabel = 'Settings';

/** Expects the menu entries of the profile in their order, and no others. A member of a company also has the entry of the company, which for the manager of an agent leads to its customers. */
async function expectMenu(page: Page, role: Role, companyEntry: string | null): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const { entries, secondLevel } = specifiedMenu(role);
  const isAdministrator = secondLevel.length > 0;
  const pocLinkName = 'Proof of concept (opens in a new tab)';
  await expect(menu.getByRole('link')).toHaveText([
    ...entries.filter((entry) => entry !== settingsLabel),
    ...(companyEntry === null ? [] : [companyEntry]),
    ...(isAdministrator ? [pocLinkName, settingsLabel] : []),
  ]);
  if (isAdministrator) await expect(menu.getByRole('link', { name: pocLinkName })).toHaveAttribute('href', pocUrl);
}

for (const { login, firstName, lastName, profileId: profileID } of oneAccountPerProfile) {
  test(`the menu and the permissions of the account ${login.split('@', 1)[0]} are those of its profile (T013)`, async ({
    page,
    demo,
  }) => {
    const role = findRole(profileID);
    await openSignedIn(page, `${demo.address}/account`, login);
    const header = page.getByRole('banner');
    await expect(header.getByRole('button', { name: /^Signed in as/ })).toContainText(
      `${firstName} ${lastName}${login}`,
    );
    const token = String(await page.evaluate(() => localStorage.getItem('token')));
    const call = createCaller(demo);
    const user = await call('GET /user', { token });
    const isAgent = role === 'AgentDistributor';
    await expectMenu(page, role, 'company' in user ? (isAgent ? 'My customers' : 'Company') : null);
    expect(user).toMatchObject({ profileID, userFirstName: firstName, userLastName: lastName, userEmail: login });
    expect(user['permissions']).toEqual(listPermissions(toPermissionContext({ userId: 0, profileID })));
    for (const row of searchCalls) {
      const { method, path, name } = row.endpoint;
      const callResult = call(`${method} ${path}`, { token, body: {} }).then(() => 'yes', String);
      const isAllowed = findOutcome(row, role, 'missing') === 'yes';
      expect(await callResult, name).toMatch(isAllowed ? /^yes$/ : / answered 403: /);
    }
    if (role === 'Administrator') return;
    // Navigate in the same way as a link, without loading the page again.
    await followPath(page, '/admin/audit');
    await expect(page).toHaveURL(`${demo.address}/not-found`);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  });
}
