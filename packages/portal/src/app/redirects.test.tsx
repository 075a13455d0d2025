import { expect, test } from 'vitest';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const readPreviousUrl = (): string | null => sessionStorage.getItem('previousUrl');

/** Addresses with a path, a parameter, a query and a fragment; guard.test.ts tests every route by value. */
const protectedAddresses = [
  '/',
  '/users/12/edit?tab=tools',
  '/country-salesman?pageNumber=2&sort.field=country&sort.direction=asc',
  '/license/verify#BV-1234',
];

test.each(protectedAddresses)(
  'a visitor who opens %s is redirected to /sign-in, and the sign-in page remembers the address (T072)',
  async (protectedAddress) => {
    const { screen, address } = await openPortal({ at: protectedAddress });
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    expect(address()).toBe('/sign-in');
    expect(readPreviousUrl()).toBe(protectedAddress);
  },
);

test.each(['/nowhere', '/users/12/more', '/users/12/edit/more', '/not-found'])(
  'a visitor who opens %s is redirected to /not-found, and the address is not remembered (T071)',
  async (at) => {
    const { screen, address } = await openPortal({ at });
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    expect(address()).toBe('/not-found');
    expect(readPreviousUrl()).toBeNull();
  },
);

test.each(['/license/verify%23c=BV-1', '/license/verify%2523c%253DBV-1'])(
  'a visitor who opens %s, in which a mail gateway has encoded the #, gets the page of the link after the sign-in',
  async (at) => {
    const { screen } = await openPortal({ at });
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    expect(readPreviousUrl()).toMatch(/^\/license\/verify#c/);
  },
);

test('the not-found page is accessible', async () => {
  const { screen } = await openPortal({ at: '/not-found' });
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expectAccessible();
});

const openPathAsCustomer = (at: string) => openPortal({ at, user: createUser('OEM'), prepareServer: answerLicenses });

test.each(['/nowhere', '/sign-in', '/account/x'])(
  'a signed-in user who opens %s is redirected to the home page (T069)',
  async (requestedAddress) => {
    const { screen, address } = await openPathAsCustomer(requestedAddress);
    await expect.element(screen.getByRole('navigation', { name: 'Menu' })).toBeVisible();
    expect(address()).toBe('/');
  },
);

test.each(['/users', '/users/12/edit', '/admin/audit'])(
  'a signed-in user who opens %s without the permission is redirected to /not-found, which has a link to the home page (T070)',
  async (fakeServer) => {
    const { screen, address } = await openPathAsCustomer(fakeServer);
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    expect(address()).toBe('/not-found');
    await screen.getByRole('link', { name: 'Go to the home page' }).click();
    await expect.poll(address).toBe('/');
  },
);

test('at the sign-in page, a signed-in user is redirected to the page that they wanted before (T073)', async () => {
  sessionStorage.setItem('previousUrl', '/account');
  const { address } = await openPathAsCustomer('/sign-in');
  await expect.poll(address).toBe('/account');
  expect(readPreviousUrl()).toBeNull();
});

test('a trailing slash and capital letters in a path make no difference', async () => {
  const { screen } = await openPathAsCustomer('/Account/');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
});
