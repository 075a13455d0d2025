import { licenses } from '@basics/contract/licenses.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectComplaints } from '#portal/testing/complaints.ts';
import { answerLicenses } from '#portal/testing/licenses.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { routeTable } from './route-table.tsx';

const broken = { message: 'A planted fault.' };

/** Opens My Account with a page that throws while it renders. */
async function openBrokenPage() {
  const row = routeTable.find(({ path }) => path === '/account');
  if (!row?.screen) throw new Error('There is no account page to break.');
  const load = vi.spyOn(row.screen, 'load').mockResolvedValue(() => {
    throw new Error(broken.message);
  });
  expectComplaints();
  const portal = await openPortal({ at: '/account', user: createUser('OEM'), answers: answerLicenses });
  return { ...portal, load };
}

const message = 'Something went wrong. Please try again later.';
const screen = page.getByRole('alert').filter({ hasText: message });

test('when a page throws, header and menu stay, and the page can be reloaded', async () => {
  await openBrokenPage();
  await expect.element(screen.getByRole('heading', { level: 1, name: message, exact: true })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Reload Page', exact: true })).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Signed in as/ })).toBeVisible();
});

test('the menu leads from the error screen to another page', async () => {
  const { address } = await openBrokenPage();
  await expect.element(screen).toBeVisible();
  await page.getByRole('link', { name: 'Get a licence' }).click();
  await expect.element(page.getByLabelText('Verification code')).toBeVisible();
  expect(address()).toBe('/license/verify');
});

test('the reference can be copied', async () => {
  await openBrokenPage();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await screen.getByRole('button', { name: 'Copy reference' }).click();
  await expect.element(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
  const [reference] = write.mock.calls[0] ?? [];
  expect(reference).toMatch(/^[0-9a-f]{16}$/);
  await expect.element(screen).toMatchTextContent(String(reference));
});

test('when the browser denies the clipboard, the reference is selected and an error is shown', async () => {
  await openBrokenPage();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  await screen.getByRole('button', { name: 'Copy reference' }).click();
  await expect
    .element(page.getByRole('region', { name: 'Notifications' }).getByText('Text copy error', { exact: true }))
    .toBeVisible();
  expect(String(getSelection())).toMatch(/^[0-9a-f]{16}$/);
});

test('a page that failed makes no more requests', async () => {
  const { server } = await openBrokenPage();
  await expect.element(screen).toBeVisible();
  expect(server.requests(licenses.list)).toEqual([]);
});
