import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectComplaints } from '#portal/testing/complaints.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerHealth } from '#portal/testing/health.ts';
import { routeTable } from './routes/route-table.tsx';

const fetchError = new TypeError('Failed to fetch dynamically imported module');

/** Returns a spy on the function that loads the account page, so that a test can make this function fail. */
function spyOnAccountLoad() {
  const row = routeTable.find(({ path }) => path === '/account');
  if (!row?.screen) throw new Error('There is no account page to miss.');
  return vi.spyOn(row.screen, 'load');
}

const locateMenuLink = (name: string) => page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name });

test('when the server does not have the script of a page, the error screen is shown, and the next visit of the page loads the script again', async () => {
  spyOnAccountLoad().mockRejectedValueOnce(fetchError);
  expectComplaints();
  await openPortal({ at: '/account', user: createUser('OEM'), prepareServer: answerLicenses });
  await expect.element(page.getByText('Something went wrong. Please try again later.')).toBeVisible();
  await page.getByRole('link', { name: 'Get a licence' }).click();
  await expect.element(page.getByLabelText('Verification code')).toBeVisible();
  await locateMenuLink('My Account').click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
});

test('while the server is unreachable the previous page and its input stay, and the next page opens once the server answers', async () => {
  const health = answerHealth();
  const loadSpy = spyOnAccountLoad().mockRejectedValue(fetchError);
  await openPortal({ at: '/license/verify', user: createUser('OEM'), prepareServer: answerLicenses });
  const codeField = page.getByLabelText('Verification code');
  await codeField.fill('BV-240G01');

  health.stop();
  await locateMenuLink('My Account').click();
  await expect.element(page.getByText(/^The portal cannot be reached, trying again/)).toBeVisible();
  await expect.element(codeField).toHaveValue('BV-240G01');
  await expect.element(locateMenuLink('My Account')).toBeVisible();

  loadSpy.mockReset();
  health.start();
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  await expect.element(page.getByText(/^The portal cannot be reached, trying again/)).not.toBeInTheDocument();
});
