import { readCurrentUser } from '@basics/contract/session/current-user.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { viewAs } from '@basics/contract/session/view-as.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { answerFigures } from '#portal/testing/records/figures.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createToken, createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserRecord } from '#portal/testing/records/users.ts';

const administrator = createUser('Administrator');
const graceUser = createUser('OEM', { userId: 101, userFirstName: 'Grace', userLastName: 'Hopper' });
const banner = page.getByRole('complementary', { name: 'View as another user' });

/** Opens the page of a customer. The fake server accepts the token of a view as this customer. */
function openCustomer() {
  const viewToken = createToken('grace.hopper@harbour.example', 0.25);
  return openPortal({
    at: '/users/101',
    user: administrator,
    prepareServer: (server) => {
      answerUsers(server, administrator.permissions, [createUserRecord()]);
      answerLicenses(server);
      answerFigures(server);
      server.answer(readCurrentUser, ({ token }) => (token === viewToken ? graceUser : administrator));
      server.answer(viewAs.viewAs, () => ({ token: viewToken, until: new Date().toISOString() }));
      server.answer(viewAs.endViewAs, () => undefined);
    },
  });
}

test('an administrator sees the portal as another user in one tab, with a banner, until they end the view', async () => {
  const { server, address } = await openCustomer();
  const ownToken = localStorage.getItem('token');
  await page.getByRole('button', { name: 'View as this user' }).click();
  await expect.element(banner).toMatchTextContent(/You see the portal as Grace Hopper \(OEM\)\. You can only look/);
  expect(address()).toBe('/');
  await expect.element(page.getByRole('link', { name: 'My Users' })).not.toBeInTheDocument();
  await expectAccessible();
  // The view applies only to this tab: the stored token for other tabs is still that of the administrator.
  expect(localStorage.getItem('token')).toBe(ownToken);

  await banner.getByRole('button', { name: 'End view' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeVisible();
  expect(address()).toBe('/users/101');
  await expect.element(banner).not.toBeInTheDocument();
  expect(server.requests(viewAs.endViewAs).map(({ token }) => token === ownToken)).toEqual([false]);
});

test('when the server ends the view as another user, the administrator stays signed in', async () => {
  const { server, router } = await openCustomer();
  await page.getByRole('button', { name: 'View as this user' }).click();
  await expect.element(banner).toBeVisible();
  server.answer(licenses.list, ({ token }) =>
    token === localStorage.getItem('token')
      ? { items: [], total: 0, pageNumber: 1, pageSize: 20 }
      : createRefusal('NO_SESSION'),
  );
  await router.navigate({ to: '/account' });
  await expect.element(page.getByText('The view as another user has ended.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'My Users' })).toBeVisible();
  await expect.element(banner).not.toBeInTheDocument();
});
