import { savedViews } from '@basics/contract/saved-views.ts';
import type { SavedView } from '@basics/contract/saved-views.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserRecord } from '#portal/testing/users.ts';

test('the filters of a list are saved under a name, opened again from any state, and removed', async () => {
  const user = createUser('Salesman');
  let items: SavedView[] = [];
  const { address, server, router } = await openPortal({
    at: '/users?status=suspended&pageNumber=1',
    user,
    answers: (fake) => {
      answerUsers(fake, user.permissions, [createUserRecord()]);
      fake.answer(savedViews.list, () => ({ items }));
      fake.answer(savedViews.save, ({ body: { query, ...named } }) => {
        items = query === null ? [] : [{ ...named, query }];
        return { items };
      });
    },
  });
  const opener = page.getByRole('button', { name: 'Saved views' });
  const views = page.getByRole('dialog', { name: 'Saved views' });
  await opener.click();
  await views.getByRole('button', { name: 'Save this view' }).click();
  await expect.element(views.getByText('Name is required.')).toBeVisible();
  await views.getByLabelText('Name of the view').fill('Suspended people');
  await views.getByRole('button', { name: 'Save this view' }).click();
  await expect.element(views.getByRole('link', { name: 'Suspended people' })).toBeVisible();
  expect(server.requests(savedViews.save).at(-1)?.body.query).toBe('status=suspended');
  await expectAccessible();
  await router.navigate({ to: '/users', search: {} });
  await expect.poll(address).toBe('/users');
  await views.getByRole('link', { name: 'Suspended people' }).click();
  await expect.poll(address).toBe('/users?status=suspended');
  await views.getByRole('button', { name: 'Remove view Suspended people' }).click();
  await expect.element(views.getByRole('link')).not.toBeInTheDocument();
});
