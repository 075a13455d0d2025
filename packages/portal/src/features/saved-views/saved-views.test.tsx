import { savedViews, type SavedView } from '@basics/contract/saved-views/saved-views.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserRecord } from '#portal/testing/records/users.ts';

test('the filters of a list can be saved under a name, opened again, and removed', async () => {
  const user = createUser('Salesman');
  let storedViews: SavedView[] = [];
  const { address, server, router } = await openPortal({
    at: '/users?status=suspended&pageNumber=1',
    user,
    prepareServer: (fakeServer) => {
      answerUsers(fakeServer, user.permissions, [createUserRecord()]);
      fakeServer.answer(savedViews.list, () => ({ items: storedViews }));
      fakeServer.answer(savedViews.save, ({ body: { query, ...view } }) => {
        storedViews = query === null ? [] : [{ ...view, query }];
        return { items: storedViews };
      });
    },
  });
  const openButton = page.getByRole('button', { name: 'Saved views' });
  const viewsDialog = page.getByRole('dialog', { name: 'Saved views' });
  await openButton.click();
  await viewsDialog.getByRole('button', { name: 'Save this view' }).click();
  await expect.element(viewsDialog.getByText('Name is required.')).toBeVisible();
  await viewsDialog.getByLabelText('Name of the view').fill('Suspended people');
  await viewsDialog.getByRole('button', { name: 'Save this view' }).click();
  await expect.element(viewsDialog.getByRole('link', { name: 'Suspended people' })).toBeVisible();
  expect(server.requests(savedViews.save).at(-1)?.body.query).toBe('status=suspended');
  await expectAccessible();
  await router.navigate({ to: '/users', search: {} });
  await expect.poll(address).toBe('/users');
  await viewsDialog.getByRole('link', { name: 'Suspended people' }).click();
  await expect.poll(address).toBe('/users?status=suspended');
  await viewsDialog.getByRole('button', { name: 'Remove view Suspended people' }).click();
  await expect.element(viewsDialog.getByRole('link')).not.toBeInTheDocument();
});

test('if a view cannot be saved, a message says so, and the typed name stays', async () => {
  const user = createUser('Salesman');
  await openPortal({
    at: '/users?status=suspended',
    user,
    prepareServer: (fakeServer) => {
      answerUsers(fakeServer, user.permissions, [createUserRecord()]);
      fakeServer.answer(savedViews.list, () => ({ items: [] }));
      fakeServer.loseConnection(savedViews.save);
    },
  });
  await page.getByRole('button', { name: 'Saved views' }).click();
  const viewsDialog = page.getByRole('dialog', { name: 'Saved views' });
  await viewsDialog.getByLabelText('Name of the view').fill('Suspended people');
  await viewsDialog.getByRole('button', { name: 'Save this view' }).click();
  await expect
    .element(viewsDialog.getByRole('alert'))
    .toMatchTextContent(/The view was not saved.*The portal cannot be reached/);
  await expect.element(viewsDialog.getByLabelText('Name of the view')).toHaveValue('Suspended people');
});
