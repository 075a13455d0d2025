import { session } from '@basics/contract/session/session.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { openSecurity } from '#portal/testing/pages/open-account.ts';
import { createOwnSession } from '#portal/testing/pages/own-account.ts';

const sessionsCard = page.getByRole('region', { name: 'Where you are signed in' });
const rows = sessionsCard.getByRole('listitem');
const readText = (row: number) => () => rows.nth(row).element().textContent;

const phoneSession = createOwnSession({
  id: 'phone',
  device: 'Safari on iPhone',
  address: '198.51.100.4',
  lastSeenAt: new Date(Date.now() - 7_200_000).toISOString(),
  current: false,
});
const toolSession = createOwnSession({
  id: 'tool',
  device: 'Basics on Windows',
  address: '192.0.2.17',
  current: false,
});

/** Answers like a server with the given sessions, and removes a session when it is ended. */
const answerSessions =
  (...sessions: ReturnType<typeof createOwnSession>[]) =>
  (server: FakeServer) => {
    let storedSessions = sessions;
    server.answer(session.list, () => ({ items: storedSessions }));
    server.answer(session.end, ({ params: { id } }) => {
      storedSessions = storedSessions.filter(
        (ownSession) => ownSession.current || (id !== 'others' && ownSession.id !== id),
      );
      return undefined;
    });
  };

test('each session shows its device, address and times; the current session is first and has no button to end it', async () => {
  await openSecurity(answerSessions(phoneSession, createOwnSession(), toolSession));
  await expect
    .poll(readText(0))
    .toMatch(/^Chrome on Windows This device192\.0\.2\.17 · Signed in .* · active just now$/);
  await expect.poll(readText(1)).toContain('Basics on Windows');
  await expect.poll(readText(2)).toMatch(/198\.51\.100\.4 .* active 2 hours ago/);
  expect(rows.nth(0).getByRole('button').elements()).toEqual([]);
  await expectAccessible();
});

test('of many sessions, the current one and the last used ones are shown, and the older ones are folded', async () => {
  const others = [1, 2, 3, 4, 5, 6].map((day) =>
    createOwnSession({
      id: `${day}`,
      device: `PC ${day}`,
      lastSeenAt: `2026-01-0${day}T10:00:00.000Z`,
      current: false,
    }),
  );
  await openSecurity(answerSessions(...others, createOwnSession()));
  await expect.element(sessionsCard.getByRole('button', { name: 'Sign out PC 6' })).toBeVisible();
  expect(rows.elements()).toHaveLength(5);
  await sessionsCard.getByText('2 older sessions').click();
  await expect.element(sessionsCard.getByRole('button', { name: 'Sign out PC 1' })).toBeVisible();
});

test('the user can end another session', async () => {
  const { server } = await openSecurity(answerSessions(createOwnSession(), phoneSession));
  await sessionsCard.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
  await expect.element(page.getByText('Signed out of that session.')).toBeVisible();
  await expect.element(sessionsCard.getByText('Safari on iPhone')).not.toBeInTheDocument();
  expect(server.requests(session.end).map(({ params }) => params)).toEqual([{ id: 'phone' }]);
});

test('all other sessions can be ended after a confirmation, in which Cancel has the focus', async () => {
  const { server } = await openSecurity(answerSessions(createOwnSession(), phoneSession, toolSession));
  await sessionsCard.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' });
  await expect.element(dialog.getByText('2 other sessions will end. You stay signed in here.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect.element(sessionsCard.getByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument();
  expect(server.requests(session.end).map(({ params }) => params)).toEqual([{ id: 'others' }]);
});

test('ending a session that has already ended shows a message and removes it from the list', async () => {
  let storedSessions = [createOwnSession(), phoneSession];
  await openSecurity((server) => {
    server.answer(session.list, () => ({ items: storedSessions }));
    server.answer(session.end, () => {
      storedSessions = [createOwnSession()];
      return createRefusal('RESULTS_NOT_FOUND');
    });
  });
  await sessionsCard.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
  await expect.element(page.getByText('Results not found')).toBeVisible();
  await expect.element(sessionsCard.getByText('Safari on iPhone')).not.toBeInTheDocument();
});

test('a list that cannot be loaded shows an error and can be loaded again', async () => {
  const { server } = await openSecurity((fakeServer) =>
    fakeServer.answer(session.list, () => createRefusal('INTERNAL')),
  );
  await expect.element(sessionsCard.getByRole('alert').getByText('Your sessions could not be loaded')).toBeVisible();
  answerSessions(createOwnSession())(server);
  await sessionsCard.getByRole('button', { name: 'Try again' }).click();
  await expect.element(sessionsCard.getByText('This device')).toBeVisible();
});
