import { handOver } from '@basics/contract/country-salesmen/hand-over.ts';
import type { User } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { openEditPage } from '#portal/testing/pages/edit-user.ts';
import { createUserRecord } from '#portal/testing/records/users.ts';

describe('a salesman who leaves', () => {
  const salesman = createUserRecord({ userId: 7, profileID: 2 });
  const openSalesmanPage = (change: Partial<User> = {}) =>
    openEditPage(
      (server) =>
        server.answer(handOver.territories, () => ({
          items: [{ userId: 7, firstName: 'Grace', lastName: 'Hopper', isActive: true, assignments: 3, users: 1 }],
        })),
      { user: { ...salesman, ...change } },
    );
  const handOverLink = page.getByRole('link', { name: 'Hand over the territory' });
  const expectHandOverOffer = async () => {
    await expect.element(handOverLink).toHaveAttribute('href', '/country-salesman?handOver=7');
    await expect.element(page.getByText('Grace Hopper has 3 assignments and created 1 user')).toBeVisible();
  };

  test('before a salesman is deleted, suspended or given another profile, a link offers to hand over the territory', async () => {
    await openSalesmanPage();
    await page.getByRole('button', { name: 'Account actions' }).click();
    await page.getByRole('button', { name: 'Delete user' }).click();
    await expectHandOverOffer();
    await expectAccessible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Account actions' }).click();
    await page.getByRole('button', { name: 'Suspend user' }).click();
    await expectHandOverOffer();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(handOverLink).not.toBeInTheDocument();
    await page.getByRole('combobox', { name: 'Profile' }).selectOptions('OEM');
    await expectHandOverOffer();
  });

  test('while a salesman is suspended, a link offers to hand over the territory', async () => {
    await openSalesmanPage({ status: 'suspended' });
    await expectHandOverOffer();
    await expectAccessible();
  });
});
