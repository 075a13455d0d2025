import { evidence } from '@basics/contract/requests/request-evidence.ts';
import { undo } from '@basics/contract/undo/undo.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import {
  answerRequests,
  answerUsers,
  createApplicant,
  createEvidence,
  createUserPage,
  createUserRecord,
} from '#portal/testing/records/users.ts';

const applicants = [
  createApplicant(),
  createApplicant({ userId: 202, firstName: 'Alan', lastName: 'Turing' }),
  createApplicant({ userId: 203, firstName: 'Mary', lastName: 'Ward' }),
];
const user = createUser('Salesman');

const undoOffer = { id: 'act-1', until: '2026-03-10T12:00:10.000Z' };

const openRequestsPage = (prepareServer: (server: FakeServer) => void = () => {}) =>
  openPortal({
    at: '/requests',
    user,
    prepareServer: (server) => {
      answerRequests(server, applicants);
      answerUsers(server, user.permissions, []);
      server.answer(licenseAdmin.search, () => createUserPage());
      server.answer(requests.approve, ({ params }) => ({
        ...createUserRecord({ userId: params.id, status: 'approved' }),
        undo: undoOffer,
      }));
      prepareServer(server);
    },
  });

const locateRow = (name: RegExp) => page.getByRole('row', { name });
const locatePanel = (name: string) => page.getByRole('dialog', { name: `Request from ${name}` });

test('the keys J and K move to the next and previous request, A approves, R rejects, and typing in a field triggers none of them', async () => {
  const { server } = await openRequestsPage();
  await expect.element(locateRow(/Mary Ward/)).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(page.getByRole('link', { name: 'Grace Hopper' })).toHaveFocus();
  await userEvent.keyboard('j');
  await expect.element(page.getByRole('link', { name: 'Alan Turing' })).toHaveFocus();
  await userEvent.keyboard('k');
  await expect.element(page.getByRole('link', { name: 'Grace Hopper' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(locatePanel('Grace Hopper').getByRole('button', { name: 'Approve' })).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(locatePanel('Alan Turing').getByRole('button', { name: 'Reject' })).toBeVisible();
  await userEvent.keyboard('r');
  const reason = locatePanel('Alan Turing').getByLabelText('Reason for the rejection');
  await expect.element(reason).toHaveFocus();
  await userEvent.keyboard('jar');
  await expect.element(reason).toHaveValue('jar');
  await locatePanel('Alan Turing').getByRole('button', { name: 'Cancel' }).click();
  await locatePanel('Alan Turing').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Mary Ward' }).click();
  await expect.element(locatePanel('Mary Ward').getByRole('button', { name: 'Approve' })).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(page.getByText('Mary Ward was approved')).toBeVisible();
  await expect.poll(() => server.requests(requests.approve).map(({ params }) => params.id)).toEqual([203]);
});

test('the key X selects the row with the focus, and removes it from the selection', async () => {
  await openRequestsPage();
  await expect.element(locateRow(/Mary Ward/)).toBeVisible();
  page.getByRole('link', { name: 'Alan Turing' }).element().focus();
  await userEvent.keyboard('x');
  await expect.element(page.getByRole('checkbox', { name: 'Select Alan Turing' })).toBeChecked();
  await expect.element(page.getByRole('link', { name: 'Alan Turing' })).toHaveFocus();
  await userEvent.keyboard('x');
  await expect.element(page.getByRole('checkbox', { name: 'Select Alan Turing' })).not.toBeChecked();
});

test('when J has opened the next request in the panel, Escape closes the panel and puts the focus on the row of that request', async () => {
  await openRequestsPage();
  await page.getByRole('link', { name: 'Grace Hopper' }).click();
  await expect.element(locatePanel('Grace Hopper').getByRole('button', { name: 'Approve' })).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(locatePanel('Alan Turing').getByRole('button', { name: 'Approve' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('link', { name: 'Alan Turing' })).toHaveFocus();
});

test('while a request is open, the palette offers the actions of this request, and no actions of the list behind it', async () => {
  await openRequestsPage();
  await page.getByRole('link', { name: 'Grace Hopper' }).click();
  await expect.element(locatePanel('Grace Hopper').getByRole('button', { name: 'Reject' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  const palette = page.getByRole('dialog', { name: 'Go to' });
  await expect.element(palette.getByRole('combobox')).toHaveFocus();
  await userEvent.keyboard('reje');
  const viewActions = palette.getByRole('group', { name: 'On this page' });
  await expect.element(viewActions.getByRole('option')).toMatchTextContent(/^Reject/);
  await userEvent.keyboard('{Enter}');
  await expect.element(locatePanel('Grace Hopper').getByLabelText('Reason for the rejection')).toHaveFocus();
});

test.each([
  ['a', requests.approve, 'Mary Ward was approved'],
  ['r', requests.reject, 'The request from Mary Ward was rejected'],
] as const)('the key %s takes effect at once, and Undo calls the server', async (key, endpoint, announcement) => {
  const { server } = await openRequestsPage((fakeServer) => {
    fakeServer.answer(requests.reject, ({ params }) => ({
      ...createApplicant({ userId: params.id, status: 'rejected' }),
      undo: undoOffer,
    }));
    fakeServer.answer(undo.undo, () => ({
      results: [{ id: 203, outcome: 'done' as const }],
      remains: ['The e-mail stays.'],
    }));
  });
  await page.getByRole('link', { name: 'Mary Ward' }).click();
  await expect.element(locatePanel('Mary Ward').getByRole('button', { name: 'Approve' })).toBeVisible();
  await userEvent.keyboard(key);
  if (key === 'r') {
    await locatePanel('Mary Ward').getByLabelText('Reason for the rejection').fill('No.');
    await locatePanel('Mary Ward').getByRole('button', { name: 'Reject request' }).click();
  }
  await expect.element(page.getByText(announcement)).toBeVisible();
  expect(server.requests(endpoint).map(({ params }) => params.id)).toEqual([203]);
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Undone. The e-mail stays.')).toBeVisible();
  expect(server.requests(undo.undo).map(({ params }) => params.id)).toEqual(['act-1']);
  await userEvent.keyboard('{Escape}');
  await expect.element(locateRow(/Mary Ward/)).toBeVisible();
});

test('when the time to undo is over, the message of the server says what can still be done', async () => {
  await openRequestsPage((server) => server.answer(undo.undo, () => createRefusal('UNDO_OVER')));
  await page.getByRole('link', { name: 'Mary Ward' }).click();
  await locatePanel('Mary Ward').getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText(/Not undone: The time to undo this is over/)).toBeVisible();
});

test('the approval of a possible duplicate needs a confirmation', async () => {
  const { server } = await openRequestsPage((fakeServer) =>
    fakeServer.answer(evidence.evidence, () =>
      createEvidence({
        sameName: {
          total: 1,
          items: [{ userId: 9, name: 'Mary Ward', login: 'mary@old.example', company: '', status: 'active' }],
        },
      }),
    ),
  );
  await page.getByRole('link', { name: 'Mary Ward' }).first().click();
  await expect.element(locatePanel('Mary Ward').getByRole('button', { name: 'Approve' })).toBeVisible();
  await userEvent.keyboard('a');
  const question = page.getByRole('alertdialog', { name: 'Is Mary Ward a duplicate?' });
  await expect.element(question).toMatchTextContent(/mary@old\.example/);
  await expectAccessible();
  await userEvent.keyboard('a');
  expect(server.requests(requests.approve)).toEqual([]);
  await question.getByRole('button', { name: 'Approve anyway' }).click();
  await expect.poll(() => server.requests(requests.approve).map(({ params }) => params.id)).toEqual([203]);
});

test('a decided request can be reopened for 72 hours, after a question', async () => {
  const decide = (hoursAgo: number) =>
    createApplicant({
      userId: 203,
      firstName: 'Mary',
      lastName: 'Ward',
      status: 'rejected',
      decided: { by: 'Ada Salt', at: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(), reason: 'No.' },
    });
  const { server } = await openRequestsPage((fakeServer) => {
    fakeServer.answer(requests.get, () => decide(71));
    fakeServer.answer(requests.reopen, () => createApplicant({ userId: 203 }));
  });
  await page.getByRole('link', { name: 'Mary Ward' }).click();
  await locatePanel('Mary Ward').getByRole('button', { name: 'Reopen' }).click();
  const question = page.getByRole('alertdialog', { name: 'Reopen the request from Mary Ward?' });
  server.answer(requests.get, () => decide(73));
  await question.getByRole('button', { name: 'Reopen' }).click();
  await expect.element(page.getByText('The request from Mary Ward is pending again')).toBeVisible();
  expect(server.requests(requests.reopen).map(({ params }) => params.id)).toEqual([203]);
  await expect.element(locatePanel('Mary Ward').getByRole('button', { name: 'Reopen' })).not.toBeInTheDocument();
});
