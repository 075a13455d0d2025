import { brands } from '@basics/contract/brands/brands.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerBrands, blue, red } from '#portal/testing/records/brands.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const openBrands = (prepareServer: (server: FakeServer) => void = answerBrands) =>
  openPortal({ at: '/admin/brands', user: createUser('Administrator'), prepareServer });

const locateRow = (name: RegExp) => page.getByRole('row', { name });

test('each brand shows its host names, how often it is used, and whether it is the default', async () => {
  await openBrands();
  await expect.element(locateRow(/Basics Blue/)).toMatchTextContent(/blue\.example\s*www\.blue\.example/);
  await expect.element(locateRow(/Basics Blue/)).toMatchTextContent('2 users, 1 licence');
  await expect.element(locateRow(/Basics Blue/)).toMatchTextContent('Default');
  await expect.element(locateRow(/Basics Red/)).toMatchTextContent('Nothing');
  await expectAccessible();
});

test('the name of a brand links to its page', async () => {
  const { address } = await openBrands();
  await page.getByRole('link', { name: 'Basics Red', exact: true }).click();
  await expect.poll(address).toBe('/admin/brands/red');
});

test('in a portal with eight brands, no other brand can be added, and the page shows why', async () => {
  const eightBrands = Array.from({ length: 8 }, (_, code) => ({ ...red, id: `b${code}`, name: `Brand ${code}`, code }));
  await openBrands((server) => answerBrands(server, eightBrands));
  await expect.element(page.getByText(/There are eight brands/)).toBeVisible();
  expect(page.getByRole('link', { name: 'Add a brand' }).elements()).toEqual([]);
});

test('a list that cannot be loaded can be retried', async () => {
  let isFailing = true;
  await openBrands((server) => {
    server.answer(brands.list, () => (isFailing ? createRefusal('INTERNAL') : { items: [blue] }));
  });
  await expect.element(page.getByText('Failed to fetch Brands')).toBeVisible();
  isFailing = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(locateRow(/Basics Blue/)).toBeVisible();
});

test.each(['Salesman', 'OEM'] as const)('a user with the role %s cannot open the page of brands', async (role) => {
  const { address } = await openPortal({ at: '/admin/brands', user: createUser(role) });
  await expect.poll(address).toBe('/not-found');
});
