import { licenseAdmin } from '@basics/contract/license-admin.ts';
import { requests } from '@basics/contract/requests.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import {
  answerRequests,
  answerUsers,
  createApplicant,
  createUserPage,
  createUserRecord,
} from '#portal/testing/users.ts';

const applicants = [
  createApplicant(),
  createApplicant({ userId: 202, firstName: 'Alan', lastName: 'Turing' }),
  createApplicant({ userId: 203, firstName: 'Mary', lastName: 'Ward' }),
];
const user = createUser('Salesman');

const openRequestsPage = () =>
  openPortal({
    at: '/requests',
    user,
    prepareServer: (server) => {
      answerRequests(server, applicants);
      answerUsers(server, user.permissions, []);
      server.answer(licenseAdmin.search, () => createUserPage());
      server.answer(requests.approve, ({ params }) => createUserRecord({ userId: params.id, status: 'approved' }));
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
