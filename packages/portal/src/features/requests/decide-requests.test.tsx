import { bulkRequests, type BulkResult, type MassAct } from '@basics/contract/calls/bulk.ts';
import { massActs } from '@basics/contract/mass-acts/mass-acts.ts';
import { selections } from '@basics/contract/mass-acts/selections.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerRequests, answerUsers, createApplicant, createUserPage } from '#portal/testing/records/users.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';

const openRequestsPage = (
  ids: readonly number[],
  decide: (profileID: number | undefined) => (id: number) => BulkResult,
) => {
  const user = createUser('Salesman');
  return openPortal({
    at: '/requests',
    user,
    prepareServer: (fakeServer) => {
      answerRequests(
        fakeServer,
        ids.map((userId) => createApplicant({ userId, firstName: 'Applicant', lastName: String(userId) })),
      );
      answerUsers(fakeServer, user.permissions, []);
      fakeServer.answer(bulkRequests.decideMany, ({ body }) => ({
        results: (body.ids ?? []).map(decide('profileID' in body ? body.profileID : undefined)),
      }));
    },
  });
};

test('a salesman approves 13 requests with four button presses', async () => {
  const ids = Array.from({ length: 13 }, (_, index) => 201 + index);
  const { server } = await openRequestsPage(ids, () => (id) => ({
    id,
    outcome: 'done',
    effect: id === 213 ? 'approvedDuplicate' : 'approved',
    profileID: 7,
  }));
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Decide…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decide 13 requests' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect
    .element(dialog)
    .toMatchTextContent(
      /This affects 13 people.* You can undo this for 10 minutes\. After that, you can withdraw.*1 gets an account and is maybe a duplicate.*Applicant 213.*12 get an account/,
    );
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Approve 13 requests' }).click();
  await expect.element(dialog).toMatchTextContent(/13 of 13 were changed/);
  expect(
    server
      .requests(bulkRequests.decideMany)
      .filter(({ body }) => !body.sample)
      .map(({ body }) => body),
  ).toEqual([
    { decision: 'approve', ids, preview: true },
    { decision: 'approve', profiles: ids.map((id) => ({ id, profileID: 7 })), ids, preview: false },
  ]);
});

test('the preview names the profile of each request, and staff choose one where none is proposed', async () => {
  const { server } = await openRequestsPage([201, 202], (profileID) => (id) => {
    const profile = id === 201 ? 8 : profileID;
    return profile === undefined
      ? { id, outcome: 'refused', message: 'Profile is required.' }
      : { id, outcome: 'done', effect: 'approved', profileID: profile };
  });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Decide…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decide 2 requests' });
  const previewButton = dialog.getByRole('button', { name: 'Preview' });
  await previewButton.click();
  await expect.element(dialog.getByRole('row', { name: /Applicant 201 .*Designer office/ })).toBeVisible();
  await expect
    .element(dialog.getByRole('table', { name: '1 is refused: Profile is required.' }))
    .toMatchTextContent(/Applicant 202/);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByLabelText('Profile for requests without a proposed profile').selectOptions('Small customer');
  await previewButton.click();
  await expect.element(dialog.getByRole('row', { name: /Applicant 202 .*Small customer/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Approve 2 requests' }).click();
  await expect.element(dialog).toMatchTextContent(/2 of 2 were changed/);
  const profiles = [
    { id: 201, profileID: 8 },
    { id: 202, profileID: 7 },
  ];
  expect(server.requests(bulkRequests.decideMany).at(-1)?.body).toEqual({
    decision: 'approve',
    profileID: 7,
    profiles,
    ids: [201, 202],
    preview: false,
  });
});

test('all requests that match are counted by one call, and approved by their filters with the profiles of all parts of the preview', async () => {
  const ids = [201, 202, 203];
  const seen = { count: 3, digest: 'd' };
  const act: MassAct = {
    actId: 7,
    kind: 'requests',
    change: 'approve',
    state: 'running',
    createdAt: '2026-03-10T12:00:00.000Z',
    finishedAt: null,
    of: 3,
    done: 0,
    effects: [],
    remains: [],
  };
  const { server } = await openRequestsPage(ids, () => (id) => ({ id, outcome: 'done', profileID: 7 }));
  server.answer(requests.search, () => ({ ...createUserPage(createApplicant({ userId: 201 })), total: 3 }));
  server.answer(selections.requests, () => seen);
  server.answer(massActs.get, () => act);
  server.answer(bulkRequests.decideMany, ({ body: { sample, background, from } }) => {
    if (sample) return { results: [], mails: [] };
    if (background) return { results: [], act };
    const part = from === undefined ? ids.slice(0, 2) : ids.slice(2);
    const results = part.map((id) => ({ id, outcome: 'done' as const, effect: 'approved' as const, profileID: 7 }));
    return { results, rows: [], seen, ...(from === undefined && { next: 203 }) };
  });
  await page.getByRole('searchbox').fill('Applicant');
  await expect.poll(() => server.requests(requests.search).at(-1)?.body.keyword).toBe('Applicant');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Select all 3 results' }).click();
  await page.getByRole('button', { name: 'Decide…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decide 3 requests' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Approve 3 requests' }).click();
  await expect
    .poll(() => server.requests(bulkRequests.decideMany).at(-1)?.body)
    .toEqual({
      decision: 'approve',
      profiles: ids.map((id) => ({ id, profileID: 7 })),
      selection: { keyword: 'Applicant', except: [] },
      background: true,
      seen,
    });
  expect(server.requests(selections.requests)).toHaveLength(1);
});

test('after a reload, a typed reason is restored if the same requests are selected, and not if other requests are selected', async () => {
  const reason = page.getByRole('dialog').getByLabelText('Reason');
  const openRejection = async (name: string) => {
    const { screen } = await openRequestsPage([201, 202], () => (id) => ({ id, outcome: 'done', profileID: 7 }));
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    await page.getByRole('button', { name: 'Decide…' }).click();
    return screen;
  };
  const screen = await openRejection('Applicant 201');
  await page.getByRole('dialog').getByLabelText('What').selectOptions('Reject');
  await reason.fill('Unknown company');
  await screen.unmount();

  const otherScreen = await openRejection('Applicant 202');
  await expect
    .element(page.getByRole('dialog').getByLabelText('Profile for requests without a proposed profile'))
    .toBeVisible();
  await expect.element(reason).not.toBeInTheDocument();
  await otherScreen.unmount();

  await openRejection('Applicant 201');
  await expect.element(reason).toHaveValue('Unknown company');
});

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
  await page
    .getByRole('dialog', { name: 'Request from Alan Turing' })
    .getByRole('button', { name: 'More actions' })
    .click();
  await page.getByRole('button', { name: 'Delete request' }).click();
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
])('a request that is not deleted is shown again with the message: %s (T160)', async (message, answer) => {
  await openAndDelete((server) => server.answer(users.removeMany, answer));
  await dismissButton.click();
  await expect.element(page.getByText(message, { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(deletedRow).toBeVisible();
});
