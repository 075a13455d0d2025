import { requests } from '@basics/contract/requests.ts';
import { session } from '@basics/contract/session.ts';
import { users } from '@basics/contract/users.ts';
import { words } from '@basics/contract/words.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerRequests, answerUsers, createApplicant, createUserPage } from '#portal/testing/users.ts';

const waiting = [createApplicant(), createApplicant({ userId: 202, firstName: 'Alan', lastName: 'Turing' })];
const user = createUser('Salesman');

/** Renders the request of Alan Turing, open in its panel. */
async function open(answers: (server: FakeServer) => void = () => {}) {
  const opened = await openPortal({
    at: '/requests?request=202',
    user,
    answers: (server) => {
      answerRequests(server, waiting);
      answerUsers(server, user.permissions, []);
      server.answer(users.removeMany, ({ body }) => ({
        results: body.map((id) => ({ id, outcome: 'deleted' as const })),
      }));
      answers(server);
    },
  });
  const remove = page.getByRole('dialog', { name: 'Alan Turing' }).getByRole('button', { name: 'Delete request' });
  await remove.click();
  await expect.element(page.getByRole('dialog', { name: 'Grace Hopper' })).toBeVisible();
  return { ...opened, asked: () => opened.server.requests(users.removeMany).map(({ body }) => body) };
}

const row = page.getByRole('row', { name: /Alan Turing/ });
const said = page.getByText('The request from Alan Turing was deleted');
const dismiss = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' });

test('a deleted request leaves the list, the next one opens, and the deletion can be undone before it is sent', async () => {
  const { address, asked } = await open();
  await expect.element(said).toBeVisible();
  await expect.poll(address).toBe('/requests?request=201');
  await expect.poll(() => row.elements()).toEqual([]);
  await expectAccessible();
  expect(asked()).toEqual([]);
  await userEvent.keyboard('{Control>}z{/Control}');
  await userEvent.keyboard('{Escape}');
  await expect.element(row).toBeVisible();
  expect(asked()).toEqual([]);
});

test('the request is deleted when the time to undo is over', async () => {
  const { asked, server } = await open();
  await expect.element(said).toBeVisible();
  server.answer(requests.search, () => createUserPage(...waiting.slice(0, 1)));
  await dismiss.click();
  await expect.poll(asked).toEqual([[202]]);
  await expect.poll(() => row.elements()).toEqual([]);
});

test('closing the page deletes the request', async () => {
  const { asked } = await open();
  await expect.element(said).toBeVisible();
  window.dispatchEvent(new Event('pagehide'));
  await expect.poll(asked).toEqual([[202]]);
});

test('signing out deletes the request first', async () => {
  const order: string[] = [];
  await open((server) => {
    server.answer(users.removeMany, ({ body, token }) => {
      order.push(`deleted ${String(body)} with a session: ${token !== null}`);
      return { results: [] };
    });
    server.answer(session.signOut, () => {
      order.push('signed out');
      return undefined;
    });
  });
  await expect.element(said).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => order).toEqual(['deleted 202 with a session: true', 'signed out']);
});

test.each([
  ['Delete Pending Requests error', () => createRefusal('INTERNAL')],
  [
    `Delete Pending Requests error: ${words.onlyRequests}`,
    () => ({ results: [{ id: 202, outcome: 'refused' as const, message: words.onlyRequests }] }),
  ],
])('what is not deleted comes back, with the words: %s', async (message, answer) => {
  await open((server) => server.answer(users.removeMany, answer));
  await dismiss.click();
  await expect.element(page.getByText(message, { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(row).toBeVisible();
});
