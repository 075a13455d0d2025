import { users } from '@basics/contract/users.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserRecord } from '#portal/testing/users.ts';

const actor = createUser('Administrator');

const open = () =>
  openPortal({
    at: '/users/101/edit',
    user: actor,
    answers: (server) => {
      answerUsers(server, actor.permissions, [createUserRecord()]);
      server.answer(users.update, () => createRefusal('INTERNAL'));
    },
  });

const save = page.getByRole('button', { name: 'Save changes' });
const refused = page.getByRole('alert').filter({ hasText: 'The user was not saved' });

test('a refused save shows its error beside the button', async () => {
  await open();
  await page.getByRole('textbox', { name: /^Phone/ }).fill('+49 30 1');
  await save.click();
  await expect.element(refused).toBeInViewport({ ratio: 1 });
  await expect.element(save).toBeInViewport();
  await expect.element(save).toHaveFocus();
});

test('a refused save scrolls to its error when it was started from elsewhere', async () => {
  await open();
  await page.getByRole('textbox', { name: 'First name' }).fill('Grace Brewster');
  await expect.element(save).not.toBeInViewport();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(refused).toBeInViewport({ ratio: 1 });
});
