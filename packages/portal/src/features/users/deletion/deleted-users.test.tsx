import { deletedUsers, type DeletedUser } from '@basics/contract/users/deleted-users.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserRecord } from '#portal/testing/records/users.ts';

const ada: DeletedUser = {
  userId: 9,
  name: 'Ada Byron',
  login: 'ada@customer.example',
  company: 'Byron GmbH',
  deletedAt: '2026-03-05T10:00:00.000Z',
  deletedBy: 'Simon Sale',
  keptUntil: '2026-04-04',
};
const request: DeletedUser = { ...ada, userId: 8, name: '', login: 'bob@x.example', company: '', deletedBy: null };

const bin = page.getByRole('dialog', { name: 'Deleted users and requests' });

/** Opens the bin (the dialog of deleted users) with these users. */
async function openBin(...deleted: DeletedUser[]) {
  const administrator = createUser('Administrator');
  const openedPortal = await openPortal({
    at: '/users',
    user: administrator,
    prepareServer: (server) => {
      answerUsers(server, administrator.permissions, []);
      server.answer(deletedUsers.listDeleted, () => ({ items: deleted, hasMore: false }));
    },
  });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Deleted users' }).click();
  return openedPortal;
}

test('a deleted user is restored, and the page lists the assignments that another salesman has now', async () => {
  const { server } = await openBin(ada, request);
  await expect
    .element(bin.getByRole('listitem').first())
    .toMatchTextContent(
      /Ada Byron.*ada@customer\.example.*Byron GmbH.*deleted on 5 March 2026 by Simon Sale.*can be restored until 4 April 2026/,
    );
  await expect.element(bin.getByRole('listitem').nth(1)).toMatchTextContent(/^bob@x\.example/);
  await expectAccessible();

  const lostAssignments = [{ country: 'NO', brand: 'blue' }];
  server.answer(deletedUsers.restoreDeleted, () => ({
    user: createUserRecord(),
    lostAssignments,
    lostTools: [],
    needsPassword: true,
  }));
  server.answer(deletedUsers.listDeleted, () => ({ items: [], hasMore: false }));
  await bin.getByRole('button', { name: 'Restore Ada Byron' }).click();
  await expect.element(bin.getByText('No user was deleted in the last 30 days.')).toBeVisible();
  await expect.element(page.getByText('Ada Byron was restored and needs a new password link to sign in')).toBeVisible();
  await expect
    .element(bin.getByRole('alert'))
    .toMatchTextContent(/Ada Byron was restored, except for this:.*Norway, Basics Blue: another salesman/);
  expect(server.requests(deletedUsers.restoreDeleted)).toMatchObject([{ params: { id: 9 } }]);
});

test('a user whose login belongs to another account stays in the bin, with the reason', async () => {
  const { server } = await openBin(ada);
  server.answer(deletedUsers.restoreDeleted, () => createRefusal('LOGIN_TAKEN'));
  await bin.getByRole('button', { name: 'Restore Ada Byron' }).click();
  await expect.element(page.getByText(/Another account has the login of this user now/)).toBeVisible();
  await expect.element(bin.getByRole('button', { name: 'Restore Ada Byron' })).toBeVisible();
});

test('a user is deleted for good after a confirmation', async () => {
  const { server } = await openBin(ada);
  await bin.getByRole('button', { name: 'Delete for good Ada Byron' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Ada Byron for good?' });
  await expect.element(question.getByText('A user who is deleted for good cannot be restored.')).toBeVisible();
  expect(server.requests(deletedUsers.removeDeleted)).toEqual([]);
  server.answer(deletedUsers.removeDeleted, () => undefined);
  server.answer(deletedUsers.listDeleted, () => ({ items: [], hasMore: false }));
  await question.getByRole('button', { name: 'Delete for good' }).click();
  await expect.element(bin.getByText('No user was deleted in the last 30 days.')).toBeVisible();
  expect(server.requests(deletedUsers.removeDeleted)).toMatchObject([{ params: { id: 9 } }]);
});
