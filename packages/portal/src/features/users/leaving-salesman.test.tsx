import { handOver } from '@basics/contract/hand-over.ts';
import type { User } from '@basics/contract/users.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { openEditPage } from '#portal/testing/edit-user.ts';
import { createUserRecord } from '#portal/testing/users.ts';

describe('a salesman who leaves', () => {
  const salesman = createUserRecord({ userId: 7, profileID: 2 });
  const openSalesman = (change: Partial<User> = {}) =>
    openEditPage(
      (server) =>
        server.answer(handOver.territories, () => ({
          items: [{ userId: 7, firstName: 'Grace', lastName: 'Hopper', isActive: true, assignments: 3, users: 1 }],
        })),
      { user: { ...salesman, ...change } },
    );
  const offer = page.getByRole('link', { name: 'Hand over the territory' });
  const expectOffer = async () => {
    await expect.element(offer).toHaveAttribute('href', '/country-salesman?handOver=7');
    await expect.element(page.getByText('Grace Hopper has 3 assignments and created 1 user')).toBeVisible();
  };

  test('the hand-over is offered before a deletion, before a suspension and before another profile', async () => {
    await openSalesman();
    await page.getByRole('button', { name: 'Delete user' }).click();
    await expectOffer();
    await expectAccessible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Suspend user' }).click();
    await expectOffer();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(offer).not.toBeInTheDocument();
    await page.getByRole('combobox', { name: 'Profile' }).selectOptions('OEM');
    await expectOffer();
  });

  test('the hand-over is offered as long as the salesman is suspended', async () => {
    await openSalesman({ status: 'suspended' });
    await expectOffer();
    await expectAccessible();
  });
});
