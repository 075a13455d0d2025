import { licenses } from '@basics/contract/licenses/licenses.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectComplaints } from '#portal/testing/complaints.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { routeTable } from './routes/route-table.tsx';
import { answerHealth } from '#portal/testing/health.ts';

const plantedError = { message: 'A planted fault.' };

/** Opens My Account with a page that throws while it renders. */
async function openBrokenPage() {
  const row = routeTable.find(({ path }) => path === '/account');
  if (!row?.screen) throw new Error('There is no account page to break.');
  const loadSpy = vi.spyOn(row.screen, 'load').mockResolvedValue(() => {
    throw new Error(plantedError.message);
  });
  expectComplaints();
  const portal = await openPortal({ at: '/account', user: createUser('OEM'), prepareServer: answerLicenses });
  return { ...portal, load: loadSpy };
}

const message = 'Something went wrong. Please try again later.';
const errorScreen = page.getByRole('alert').filter({ hasText: message });

test('when a page throws an error, header and menu stay, and the page can be reloaded (T060)', async () => {
  await openBrokenPage();
  await expect.element(errorScreen.getByRole('heading', { level: 1, name: message, exact: true })).toBeVisible();
  await expect.element(errorScreen.getByRole('button', { name: 'Reload Page', exact: true })).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Signed in as/ })).toBeVisible();
});

test('when a component outside the pages throws an error, such as the toasts, the error screen replaces the whole portal', async () => {
  const addListener = window.addEventListener.bind(window);
  // The toasts add their event listener when they are first rendered: the test makes only this call fail, not the earlier call of the
  // router.
  vi.spyOn(window, 'addEventListener').mockImplementation((...args: Parameters<typeof addListener>) => {
    if (new Error('stack').stack?.includes('settleOnLeave')) throw new Error(plantedError.message);
    addListener(...args);
  });
  expectComplaints();
  await openPortal({ at: '/account', user: createUser('OEM'), prepareServer: answerLicenses });
  await expect.element(errorScreen.getByRole('heading', { level: 1, name: message, exact: true })).toBeVisible();
  await expect.element(errorScreen.getByRole('button', { name: 'Reload Page', exact: true })).toBeVisible();
  expect(page.getByRole('navigation', { name: 'Menu' }).elements()).toEqual([]);
});

test('from the error screen, the menu can open another page', async () => {
  const { address } = await openBrokenPage();
  await expect.element(errorScreen).toBeVisible();
  await locateMenuLink('PCs').click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'PCs' })).toBeVisible();
  expect(address()).toBe('/pcs');
});

test('the reference of the error can be copied', async () => {
  await openBrokenPage();
  const writeSpy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await errorScreen.getByRole('button', { name: 'Copy reference' }).click();
  await expect.element(errorScreen.getByRole('button', { name: 'Copied' })).toBeVisible();
  const [reference] = writeSpy.mock.calls[0] ?? [];
  expect(reference).toMatch(/^[0-9a-f]{16}$/);
  await expect.element(errorScreen).toMatchTextContent(String(reference));
});

test('when the browser denies the clipboard, the reference is selected and an error is shown (T061)', async () => {
  await openBrokenPage();
  vi.spyOn(document, 'execCommand').mockReturnValue(false);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  await errorScreen.getByRole('button', { name: 'Copy reference' }).click();
  await expect
    .element(page.getByRole('region', { name: 'Notifications' }).getByText('Text copy error', { exact: true }))
    .toBeVisible();
  expect(String(getSelection())).toMatch(/^[0-9a-f]{16}$/);
});

test('a page that has thrown an error sends no more requests', async () => {
  const { server } = await openBrokenPage();
  await expect.element(errorScreen).toBeVisible();
  expect(server.requests(licenses.list)).toEqual([]);
});

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
  await locateMenuLink('PCs').click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'PCs' })).toBeVisible();
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
