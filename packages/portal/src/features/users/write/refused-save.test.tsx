import { users } from '@basics/contract/users/users.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserRecord } from '#portal/testing/records/users.ts';

const actor = createUser('Administrator');

const openEditPage = () =>
  openPortal({
    at: '/users/101/edit',
    user: actor,
    prepareServer: (server) => {
      answerUsers(server, actor.permissions, [createUserRecord()]);
      server.answer(users.update, () => createRefusal('INTERNAL'));
    },
  });

const saveButton = page.getByRole('button', { name: 'Save changes' });
const errorNotice = page.getByRole('alert').filter({ hasText: 'The user was not saved' });

test('a refused save shows its error beside the button', async () => {
  await openEditPage();
  await page.getByRole('textbox', { name: /^Phone/ }).fill('+49 30 1');
  await saveButton.click();
  await expect.element(errorNotice).toBeInViewport({ ratio: 1 });
  await expect.element(saveButton).toBeInViewport();
  await expect.element(saveButton).toHaveFocus();
});

test('if a save started with Ctrl+Enter is refused, the page scrolls to the error', async () => {
  await openEditPage();
  await page.getByRole('textbox', { name: 'First name' }).fill('Grace Brewster');
  expect(scrollY).toBe(0);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(errorNotice).toBeInViewport({ ratio: 1 });
  expect(scrollY).toBeGreaterThan(0);
});
