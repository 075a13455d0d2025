import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectComplaints } from '#portal/testing/complaints.ts';
import { answerLicenses } from '#portal/testing/licenses.ts';
import { userWith } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { reloadOnMissingScripts } from './preload-error.ts';
import { routeTable } from './route-table.tsx';

/** Tells of a script that could not be fetched, as Vite does; gives back whether somebody has taken care of it. */
const missScript = (): boolean => !window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));

test('a missing script loads the page again once for a version; the second time it is an error', () => {
  const reload = vi.fn<() => void>();
  onTestFinished(reloadOnMissingScripts('/assets/index-1.js', reload));
  expect(missScript()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(missScript()).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('without a connection the page is not thrown away for a missing script', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const reload = vi.fn<() => void>();
  onTestFinished(reloadOnMissingScripts('/assets/index-1.js', reload));
  expect(missScript()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test('the next version has its own turn', () => {
  sessionStorage.setItem('reloadedFor', '/assets/index-1.js');
  const reload = vi.fn<() => void>();
  onTestFinished(reloadOnMissingScripts('/assets/index-2.js', reload));
  expect(missScript()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a script that stays away shows the error screen, and the next visit tries again', async () => {
  const row = routeTable.find(({ path }) => path === '/account');
  if (!row?.screen) throw new Error('There is no account page to miss.');
  vi.spyOn(row.screen, 'load').mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  expectComplaints();
  await openPortal({ at: '/account', user: userWith('OEM'), answers: answerLicenses });
  await expect.element(page.getByText('Something went wrong. Please try again later.')).toBeVisible();
  await page.getByRole('link', { name: 'Get a licence' }).click();
  await expect.element(page.getByLabelText('Verification code')).toBeVisible();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'My Account' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
});
