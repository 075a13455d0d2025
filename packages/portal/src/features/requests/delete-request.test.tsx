import { requests } from '@basics/contract/requests/requests.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerRequests, answerUsers, createApplicant, createUserPage } from '#portal/testing/records/users.ts';

const applicants = [createApplicant(), createApplicant({ userId: 202, firstName: 'Alan', lastName: 'Turing' })];
const user = createUser('Salesman');

/** Opens the request of Alan Turing in its panel and deletes it. */
async function openAndDelete(prepareServer: (server: FakeServer) => void = () => {}) {
  const openedPortal = await openPortal({
    at: '/requests?request=202',
    user,
    prepareServer: (server) => {
      answerRequests(server, applicants);
      answerUsers(server, user.permissions, []);
      server.answer(users.removeMany, ({ body }) => ({
        results: body.map((id) => ({ id, outcome: 'deleted' as const })),
      }));
      prepareServer(server);
    },
  });
  const deleteButton = page
    .getByRole('dialog', { name: 'Request from Alan Turing' })
    .getByRole('button', { name: 'Delete request' });
  await deleteButton.click();
  await expect.element(page.getByRole('dialog', { name: 'Request from Grace Hopper' })).toBeVisible();
  return {
    ...openedPortal,
    listDeletions: () => openedPortal.server.requests(users.removeMany).map(({ body }) => body),
  };
}

const deletedRow = page.getByRole('row', { name: /Alan Turing/ });
const deletionMessage = page.getByText('The request from Alan Turing was deleted');
const dismissButton = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' });

test('a deleted request is hidden, the next request opens, and the deletion can be undone before it is sent', async () => {
  const { address, listDeletions } = await openAndDelete();
  await expect.element(deletionMessage).toBeVisible();
  await expect.poll(address).toBe('/requests?request=201');
  await expect.poll(() => deletedRow.elements()).toEqual([]);
  await expectAccessible();
  expect(listDeletions()).toEqual([]);
  await userEvent.keyboard('{Control>}z{/Control}');
  await userEvent.keyboard('{Escape}');
  await expect.element(deletedRow).toBeVisible();
  expect(listDeletions()).toEqual([]);
});

test('after a deletion, the focus moves to the panel of the next request; after Undo, the focus is not lost', async () => {
  await openAndDelete();
  const panel = page.getByRole('dialog', { name: 'Request from Grace Hopper' });
  await expect.poll(() => panel.element().contains(document.activeElement)).toBe(true);
  const undoButton = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' });
  await undoButton.click();
  await expect.element(undoButton).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.closest('dialog, main') !== null).toBe(true);
});

test('the request is deleted on the server after the time to undo has passed', async () => {
  const { listDeletions, server } = await openAndDelete();
  await expect.element(deletionMessage).toBeVisible();
  server.answer(requests.search, () => createUserPage(...applicants.slice(0, 1)));
  await dismissButton.click();
  await expect.poll(listDeletions).toEqual([[202]]);
  await expect.poll(() => deletedRow.elements()).toEqual([]);
});

test('closing the page sends a deletion that could still be undone', async () => {
  const { listDeletions } = await openAndDelete();
  await expect.element(deletionMessage).toBeVisible();
  window.dispatchEvent(new Event('pagehide'));
  await expect.poll(listDeletions).toEqual([[202]]);
});

test('before signing out, the portal sends a deletion that the user could still undo', async () => {
  const events: string[] = [];
  await openAndDelete((server) => {
    server.answer(users.removeMany, ({ body, token }) => {
      events.push(`deleted ${String(body)} with a session: ${token !== null}`);
      return { results: [] };
    });
    server.answer(session.signOut, () => {
      events.push('signed out');
      return undefined;
    });
  });
  await expect.element(deletionMessage).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => events).toEqual(['deleted 202 with a session: true', 'signed out']);
});

test.each([
  ['Delete Pending Requests error', () => createRefusal('INTERNAL')],
  [
    `Delete Pending Requests error: ${serverMessages.onlyRequests}`,
    () => ({ results: [{ id: 202, outcome: 'refused' as const, message: serverMessages.onlyRequests }] }),
  ],
])('a request that is not deleted is shown again with the message: %s', async (message, answer) => {
  await openAndDelete((server) => server.answer(users.removeMany, answer));
  await dismissButton.click();
  await expect.element(page.getByText(message, { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(deletedRow).toBeVisible();
});
