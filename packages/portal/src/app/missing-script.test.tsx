import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectComplaints } from '#portal/testing/complaints.ts';
import { answerLicenses } from '#portal/testing/licenses.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerHealth } from '#portal/testing/health.ts';
import { routeTable } from './route-table.tsx';

const unfetched = new TypeError('Failed to fetch dynamically imported module');

/** The function that loads the account page, which a test can make fail. */
function accountLoad() {
  const row = routeTable.find(({ path }) => path === '/account');
  if (!row?.screen) throw new Error('There is no account page to miss.');
  return vi.spyOn(row.screen, 'load');
}

const menuLink = (name: string) => page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name });

test('a script that the server does not have shows the error screen, and the next visit tries again', async () => {
  accountLoad().mockRejectedValueOnce(unfetched);
  expectComplaints();
  await openPortal({ at: '/account', user: createUser('OEM'), answers: answerLicenses });
  await expect.element(page.getByText('Something went wrong. Please try again later.')).toBeVisible();
  await page.getByRole('link', { name: 'Get a licence' }).click();
  await expect.element(page.getByLabelText('Verification code')).toBeVisible();
  await menuLink('My Account').click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
});

test('while the server is unreachable the previous page and its input stay, and the next page opens once the server answers', async () => {
  const health = answerHealth();
  const load = accountLoad().mockRejectedValue(unfetched);
  await openPortal({ at: '/license/verify', user: createUser('OEM'), answers: answerLicenses });
  const typed = page.getByLabelText('Verification code');
  await typed.fill('BV-240G01');

  health.stop();
  await menuLink('My Account').click();
  await expect.element(page.getByText(/^The portal cannot be reached, trying again/)).toBeVisible();
  await expect.element(typed).toHaveValue('BV-240G01');
  await expect.element(menuLink('My Account')).toBeVisible();

  load.mockReset();
  health.start();
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  await expect.element(page.getByText(/^The portal cannot be reached, trying again/)).not.toBeInTheDocument();
});
