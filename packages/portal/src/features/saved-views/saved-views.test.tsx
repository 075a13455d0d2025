import { savedViews, type SavedView, type SharedView } from '@basics/contract/saved-views/saved-views.ts';
import { listCounts } from '@basics/contract/saved-views/list-counts.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserRecord } from '#portal/testing/records/users.ts';

const tabs = page.getByRole('navigation', { name: 'Views' });
const panel = page.getByRole('dialog', { name: 'Views' });

test('views are tabs with the numbers of their rows: they are saved, shared, changed, reset and removed, and a list opens with the view for the profile', async () => {
  const user = createUser('Administrator');
  let items: SavedView[] = [];
  let shared: SharedView[] = [{ list: '/users', name: 'Germany', query: 'country=DE', opensFor: [1] }];
  const { address, server, router } = await openPortal({
    at: '/users',
    user,
    prepareServer: (fakeServer) => {
      answerUsers(fakeServer, user.permissions, [createUserRecord()]);
      fakeServer.answer(savedViews.list, () => ({ items, shared }));
      fakeServer.answer(savedViews.save, ({ body: { query, ...view } }) => {
        items = query === null ? [] : [{ ...view, query }];
        return { items, shared };
      });
      fakeServer.answer(savedViews.share, ({ body: { query, ...view } }) => {
        shared = query === null ? [] : [{ ...view, query }];
        return { items, shared };
      });
      fakeServer.answer(listCounts.users, ({ body: { searches } }) => ({
        counts: searches.map(({ country, status }) =>
          country ? ({ total: 1000, totalIsMinimum: true } as const) : { total: status ? 7 : 20_434 },
        ),
      }));
    },
  });
  await expect.poll(address).toBe('/users?country=DE');
  await expect.element(tabs.getByRole('link', { name: 'Germany 1,000+' })).toHaveAttribute('aria-current');
  await expectAccessible();
  await tabs.getByRole('link', { name: 'All' }).click();
  await expect.poll(address).toBe('/users?all=true');
  await expect.element(page.getByRole('button', { name: 'New view' })).not.toBeInTheDocument();

  await router.navigate({ to: '/users', search: { status: 'suspended', pageNumber: 1 } });
  await page.getByRole('button', { name: 'New view' }).click();
  await panel.getByRole('button', { name: 'Save this view' }).click();
  await expect.element(panel.getByText('Name is required.')).toBeVisible();
  await panel.getByLabelText('Name of the view').fill('Suspended people');
  await panel.getByRole('button', { name: 'Save this view' }).click();
  const ownTab = tabs.getByRole('link', { name: 'Suspended people 7' });
  await expect.element(ownTab).toHaveAttribute('aria-current');
  await expect.element(page.getByRole('button', { name: 'Edit view Suspended people' })).toHaveFocus();
  expect(items).toEqual([{ list: '/users', name: 'Suspended people', query: 'status=suspended' }]);

  // A changed view stays marked until it is saved or reset.
  await router.navigate({ to: '/users', search: { status: 'active' } });
  await expect.element(ownTab).toHaveAttribute('aria-current');
  await page.getByRole('button', { name: 'Reset view Suspended people' }).click();
  await expect.poll(address).toBe('/users?status=suspended');
  await router.navigate({ to: '/users', search: { status: 'active' } });
  await page.getByRole('button', { name: 'Save changes of view Suspended people' }).click();
  await expect.poll(() => items[0]?.query).toBe('status=active');
  await page.getByRole('button', { name: 'Edit view Suspended people' }).click();
  await panel.getByRole('button', { name: 'Remove view Suspended people' }).click();
  await expect.element(ownTab).not.toBeInTheDocument();

  await tabs.getByRole('link', { name: /Germany/ }).click();
  await page.getByRole('button', { name: 'Edit view Germany' }).click();
  await panel.getByLabelText('Salesman').click();
  await panel.getByRole('button', { name: 'Save this view' }).click();
  await expect.poll(() => server.requests(savedViews.share).at(-1)?.body).toEqual({ ...shared[0], opensFor: [1, 2] });
});

test('if a view cannot be saved, a message says so, and the typed name stays', async () => {
  const user = createUser('Salesman');
  await openPortal({
    at: '/users?status=suspended',
    user,
    prepareServer: (fakeServer) => {
      answerUsers(fakeServer, user.permissions, [createUserRecord()]);
      fakeServer.loseConnection(savedViews.save);
    },
  });
  await page.getByRole('button', { name: 'New view' }).click();
  await panel.getByLabelText('Name of the view').fill('Suspended people');
  await panel.getByRole('button', { name: 'Save this view' }).click();
  await expect
    .element(panel.getByRole('alert'))
    .toMatchTextContent(/The view was not saved.*The portal cannot be reached/);
  await expect.element(panel.getByLabelText('Name of the view')).toHaveValue('Suspended people');
});
