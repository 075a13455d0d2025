import { bulkUsers, type MassAct } from '@basics/contract/calls/bulk.ts';
import { massActs } from '@basics/contract/mass-acts/mass-acts.ts';
import { selections, type SelectedUser } from '@basics/contract/mass-acts/selections.ts';
import { users, type User } from '@basics/contract/users/users.ts';
import { expect, test } from 'vitest';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserPage, createUserRecord } from '#portal/testing/records/users.ts';

const allUsers = ['Grace', 'Alan', 'Mary'].map((firstName, index) =>
  createUserRecord({ userId: 101 + index, firstName, lastName: 'Hopper' }),
);
const toSelected = ({ userId, login, firstName, lastName, company, country, profileID }: User): SelectedUser => ({
  userId,
  login,
  firstName,
  lastName,
  company,
  country,
  profileID,
});

test('all users who match are selected and changed by their filters, in one call; if others match since the preview, nothing is changed', async () => {
  let runs = 0;
  const finishedAct: MassAct = {
    actId: 7,
    kind: 'users',
    change: 'invite',
    state: 'done',
    createdAt: '2026-03-10T12:00:00.000Z',
    finishedAt: '2026-03-10T12:01:00.000Z',
    of: 3,
    done: 3,
    effects: [{ outcome: 'done', effect: 'invited', takesAway: false, count: 3 }],
    remains: [],
  };
  const user = createUser('Administrator');
  const { screen, server } = await openPortal({
    at: '/users?status=active&sort.field=login&sort.direction=asc',
    user,
    prepareServer: (fakeServer) => {
      answerUsers(fakeServer, user.permissions, allUsers);
      fakeServer.answer(massActs.get, () => finishedAct);
      fakeServer.answer(users.search, () => ({ ...createUserPage(...allUsers.slice(0, 1)), total: 3 }));
      fakeServer.answer(selections.users, () => ({ count: 3, digest: 'd' }));
      fakeServer.answer(bulkUsers.changeMany, ({ body: { sample, background, from } }) => {
        if (sample) return { results: [], mails: [] };
        if (background) {
          runs += 1;
          return runs === 1 ? createRefusal('SELECTION_CHANGED') : { results: [], act: finishedAct };
        }
        // The preview arrives in two parts.
        const rows = from === undefined ? allUsers.slice(0, 2) : allUsers.slice(2);
        const seen = { count: 3, digest: 'first' };
        const results = rows.map(({ userId: id }) => ({ id, outcome: 'done' as const, effect: 'invited' as const }));
        return { results, rows: rows.map(toSelected), seen, ...(from === undefined && { next: 103 }) };
      });
    },
  });
  await screen.getByRole('checkbox', { name: 'Select Grace Hopper' }).click();
  await screen.getByRole('button', { name: 'Select all 3 results' }).click();
  await expect.element(screen.getByRole('region', { name: 'Selection' })).toMatchTextContent(/3 selected, 2 not shown/);
  const selection = { keyword: '', status: 'active', except: [42] };
  expect(server.requests(selections.users).map(({ body }) => body)).toEqual([selection]);

  await screen.getByRole('button', { name: 'Change…' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Change 3 users' });
  await dialog.getByLabelText('What').selectOptions('Invite again');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect.element(dialog).toMatchTextContent(/This affects 3 people.*3 get a new invitation.*Grace Hopper/);
  await dialog.getByRole('button', { name: 'Invite 3 users again' }).click();
  // Other users match now, so that nothing is changed and the preview is read again.
  await expect.element(dialog.getByText(/other records match the filters/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Invite 3 users again' }).click();
  await expect.element(dialog).toMatchTextContent(/got a new invitation/);
  const change = { change: 'invite', selection };
  await expect
    .poll(() => server.requests(bulkUsers.changeMany).flatMap(({ body }) => (body.sample ? [] : [body])))
    .toEqual([
      { ...change, preview: true },
      { ...change, preview: true, from: 103, seen: { count: 3, digest: 'first' } },
      { ...change, background: true, seen: { count: 3, digest: 'first' } },
      { ...change, preview: true },
      { ...change, preview: true, from: 103, seen: { count: 3, digest: 'first' } },
      { ...change, background: true, seen: { count: 3, digest: 'first' } },
    ]);
});
