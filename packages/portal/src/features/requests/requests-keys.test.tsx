import { requests } from '@basics/contract/requests.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerRequests, answerUsers, createApplicant, createUserRecord } from '#portal/testing/users.ts';

const waiting = [
  createApplicant(),
  createApplicant({ userId: 202, firstName: 'Alan', lastName: 'Turing' }),
  createApplicant({ userId: 203, firstName: 'Mary', lastName: 'Ward' }),
];
const user = createUser('Salesman');

const open = () =>
  openPortal({
    at: '/requests',
    user,
    answers: (server) => {
      answerRequests(server, waiting);
      answerUsers(server, user.permissions, []);
      server.answer(requests.approve, ({ params }) => createUserRecord({ userId: params.id, status: 'approved' }));
    },
  });

const row = (name: RegExp) => page.getByRole('row', { name });
const panel = (name: string) => page.getByRole('dialog', { name });

test('J and K lead through the rows and the panel, A approves and R rejects, and letters in a field stay letters', async () => {
  const { server } = await open();
  await expect.element(row(/Mary Ward/)).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(page.getByRole('link', { name: 'Grace Hopper' })).toHaveFocus();
  await userEvent.keyboard('j');
  await expect.element(page.getByRole('link', { name: 'Alan Turing' })).toHaveFocus();
  await userEvent.keyboard('k');
  await expect.element(page.getByRole('link', { name: 'Grace Hopper' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel('Grace Hopper').getByRole('button', { name: 'Approve' })).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(panel('Alan Turing').getByRole('button', { name: 'Reject' })).toBeVisible();
  await userEvent.keyboard('r');
  const reason = panel('Alan Turing').getByLabelText('Reason for the rejection');
  await expect.element(reason).toHaveFocus();
  await userEvent.keyboard('jar');
  await expect.element(reason).toHaveValue('jar');
  await panel('Alan Turing').getByRole('button', { name: 'Cancel' }).click();
  await panel('Alan Turing').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Mary Ward' }).click();
  await expect.element(panel('Mary Ward').getByRole('button', { name: 'Approve' })).toBeVisible();
  await userEvent.keyboard('a');
  // Leaving the page sends what could still be undone.
  await expect.element(page.getByText('Mary Ward was approved')).toBeVisible();
  window.dispatchEvent(new Event('pagehide'));
  await expect.poll(() => server.requests(requests.approve).map(({ params }) => params.id)).toEqual([203]);
});
