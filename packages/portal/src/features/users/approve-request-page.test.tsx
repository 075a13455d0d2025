import { fillMessage } from '@basics/contract/problems.ts';
import { requests } from '@basics/contract/requests.ts';
import { users } from '@basics/contract/users.ts';
import { words } from '@basics/contract/words.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerRequests, answerUsers, createApplicant, createUserRecord } from '#portal/testing/users.ts';

const salesman = createUser('Salesman');

const open = (answers: (server: FakeServer) => void = () => {}, user = salesman) =>
  openPortal({
    at: '/users/201/create',
    user,
    answers: (server) => {
      answerUsers(server, user.permissions, []);
      answerRequests(server, [createApplicant()]);
      server.answer(requests.approve, () => createUserRecord({ userId: 201, status: 'approved' }));
      answers(server);
    },
  });

const approve = page.getByRole('button', { name: 'Approve request' });

test('the form shows the requested values, and the approver chooses the profile from those that they may assign', async () => {
  await open();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Approve Grace Hopper' })).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'The request' }))
    .toMatchTextContent(/We draw harbour cranes.*For two PCs/);
  await expect.element(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Grace');
  const profile = page.getByRole('combobox', { name: 'Profile' });
  await expect.element(profile).toHaveValue('');
  await expect
    .element(profile)
    .toMatchTextContent(/Agent or distributor.*OEM.*Small customer.*Designer office.*URJA user/);
  await expect.element(profile).not.toMatchTextContent(/Administrator|Salesman/);
  await expectAccessible();
});

test('an approval sends the row version, and the list is loaded again', async () => {
  const { server, address } = await open();
  await approve.click();
  await expect
    .element(page.getByRole('combobox', { name: 'Profile' }))
    .toHaveAccessibleDescription(new RegExp(words.profile));
  await page.getByRole('combobox', { name: 'Profile' }).selectOptions('Designer office');
  await approve.click();
  await expect.poll(address).toBe('/requests');
  await expect
    .element(page.getByText('Grace Hopper was approved. The e-mail with the link is in the outbox.'))
    .toBeVisible();
  expect(server.requests(requests.approve)).toHaveLength(1);
  expect(server.requests(requests.approve)[0]?.body).toMatchObject({
    profileID: 8,
    version: 1,
    country: 'DE',
    brand: 'blue',
  });
});

test('the second of two users who decide at the same time sees who decided first, and when', async () => {
  const message = fillMessage('ALREADY_DECIDED', {
    who: 'Simon Aasen',
    decided: 'approved',
    when: '10 March 2026, 12:00 UTC',
  });
  await open((server) => server.answer(requests.approve, () => createRefusal('ALREADY_DECIDED', { message })));
  await page.getByRole('combobox', { name: 'Profile' }).selectOptions('OEM');
  await approve.click();
  await expect
    .element(page.getByRole('main').getByRole('alert'))
    .toMatchTextContent(/already been decided.*Simon Aasen approved this request on 10 March 2026/);
  await expectAccessible();
});

test('a request that is decided cannot be decided again', async () => {
  const decided = { by: 'Simon Aasen', at: '2026-03-10T12:00:00.000Z', reason: 'No contract.' };
  await open((server) => server.answer(requests.get, () => createApplicant({ status: 'rejected', decided })));
  await expect.element(page.getByText(/Simon Aasen decided on 10 March 2026/)).toBeVisible();
  await expect.element(page.getByText('Reason: No contract.')).toBeVisible();
  expect(approve.elements()).toEqual([]);
  await expectAccessible();
});

test('a request that cannot be loaded shows its own error, not that of an approval, and can be loaded again', async () => {
  const { server } = await open((answers) => answers.answer(requests.get, () => createRefusal('INTERNAL')));
  await expect.element(page.getByRole('main').getByRole('alert')).toMatchTextContent(/Failed to fetch the request/);
  answerRequests(server, [createApplicant()]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(approve).toBeVisible();
});

test('a request without a tool shows the error at its field, like every other field', async () => {
  await open();
  await page.getByRole('button', { name: /^Remove / }).click();
  await approve.click();
  const error = page.getByRole('alert').filter({ hasText: words.tool }).last();
  await expect.element(error).toBeVisible();
  expect(error.element().querySelector('svg')).not.toBeNull();
});

test.each([
  ['a request that is not there', () => createRefusal('USER_NOT_FOUND')],
  ['what is no number of a request', () => new Response(null, { status: 404 })],
])('%s is not found', async (_, answer) => {
  await open((server) => server.answer(requests.get, answer));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Request not found' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Back to the requests' })).toHaveAttribute('href', '/requests');
});

test('a user without permission to approve sees a message', async () => {
  await open(() => {}, { ...salesman, permissions: ['requests.view', 'users.view', 'account.view'] });
  await expect.element(page.getByText('Your profile does not allow you to decide on requests.')).toBeVisible();
  expect(approve.elements()).toEqual([]);
});

test('a customer cannot open the page', async () => {
  const { address, server } = await open(() => {}, createUser('OEM'));
  await expect.poll(address).toBe('/not-found');
  expect(server.requests(users.options)).toEqual([]);
});
