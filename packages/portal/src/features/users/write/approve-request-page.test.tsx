import { fillMessage } from '@basics/contract/calls/problems.ts';
import { evidence } from '@basics/contract/requests/request-evidence.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { users } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import {
  answerDeletedUser,
  answerRequests,
  answerUsers,
  createApplicant,
  createUserOptions,
  createUserRecord,
} from '#portal/testing/records/users.ts';

const salesman = createUser('Salesman');

const openApprovePage = (prepareServer: (server: FakeServer) => void = () => {}, user = salesman) =>
  openPortal({
    at: '/users/201/create',
    user,
    prepareServer: (server) => {
      answerUsers(server, user.permissions, []);
      answerRequests(server, [createApplicant()]);
      server.answer(requests.approve, () => createUserRecord({ userId: 201, status: 'approved' }));
      prepareServer(server);
    },
  });

const approveButton = page.getByRole('button', { name: 'Approve request' });

test('the form shows the requested values, and offers only the profiles that the approver may assign (T197)', async () => {
  await openApprovePage();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Approve Grace Hopper' })).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'The request' }))
    .toMatchTextContent(/We draw harbour cranes.*For two PCs/);
  await expect.element(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Grace');
  const profile = page.getByRole('combobox', { name: 'Profile' });
  await expect.element(profile).toHaveValue('7');
  await expect.element(page.getByText('Proposed, as in 3 of 3 similar decisions.')).toBeVisible();
  await expect
    .element(profile)
    .toMatchTextContent(/Agent or distributor.*OEM.*Small customer.*Designer office.*URJA user/);
  await expect.element(profile).not.toMatchTextContent(/Administrator|Salesman/);
  await expectAccessible();
});

test('an approval sends the version of the request, then the list of requests opens (T196)', async () => {
  const { server, address } = await openApprovePage((fakeServer) =>
    fakeServer.answer(evidence.evidence, () => createRefusal('INTERNAL')),
  );
  await approveButton.click();
  await expect
    .element(page.getByRole('combobox', { name: 'Profile' }))
    .toHaveAccessibleDescription(new RegExp(fieldMessages.profile));
  await page.getByRole('combobox', { name: 'Profile' }).selectOptions('Designer office');
  await approveButton.click();
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

test('a request can be rejected on its page; Cancel shows the typed values again (T893)', async () => {
  await page.viewport(390, 844);
  const { server, address } = await openApprovePage((fakeServer) =>
    fakeServer.answer(requests.reject, () => createApplicant({ status: 'rejected' })),
  );
  const rejectButton = page.getByRole('button', { name: 'Reject', exact: true });
  await expect.element(approveButton).toBeInViewport({ ratio: 1 });
  await expect.element(rejectButton).toBeInViewport({ ratio: 1 });
  await page.getByRole('textbox', { name: 'First name' }).fill('Amazing Grace');
  await rejectButton.click();
  const reason = page.getByRole('textbox', { name: 'Reason for the rejection' });
  await expect.element(reason).toHaveFocus();
  await expectAccessible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(rejectButton).toHaveFocus();
  await expect.element(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Amazing Grace');
  await rejectButton.click();
  await reason.fill('No contract.');
  await page.getByRole('button', { name: 'Reject request' }).click();
  await expect.poll(address).toBe('/requests');
  expect(server.requests(requests.reject).map(({ body }) => body.reason)).toEqual(['No contract.']);
  await page.viewport(1280, 800);
});

test('when two users decide at the same time, the second user sees who decided first and when', async () => {
  const message = fillMessage('ALREADY_DECIDED', {
    who: 'Simon Aasen',
    decided: 'approved',
    when: '10 March 2026, 12:00 UTC',
  });
  await openApprovePage((server) =>
    server.answer(requests.approve, () => createRefusal('ALREADY_DECIDED', { message })),
  );
  await page.getByRole('combobox', { name: 'Profile' }).selectOptions('OEM');
  await approveButton.click();
  await expect
    .element(page.getByRole('main').getByRole('alert'))
    .toMatchTextContent(/already been decided.*Simon Aasen approved this request on 10 March 2026/);
  await expectAccessible();
});

test('a rejected request shows the decision and cannot be approved', async () => {
  const decision = { by: 'Simon Aasen', at: '2026-03-10T12:00:00.000Z', reason: 'No contract.' };
  await openApprovePage((server) =>
    server.answer(requests.get, () => createApplicant({ status: 'rejected', decided: decision })),
  );
  await expect.element(page.getByText(/Simon Aasen decided on 10 March 2026/)).toBeVisible();
  await expect.element(page.getByText('Reason: No contract.')).toBeVisible();
  expect(approveButton.elements()).toEqual([]);
  await expectAccessible();
});

test('a request that cannot be loaded shows a loading error and can be loaded again', async () => {
  const { server } = await openApprovePage((fakeServer) =>
    fakeServer.answer(requests.get, () => createRefusal('INTERNAL')),
  );
  await expect.element(page.getByRole('main').getByRole('alert')).toMatchTextContent(/Failed to fetch the request/);
  answerRequests(server, [createApplicant()]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(approveButton).toBeVisible();
});

test('if there are several tools, approving a request without a tool shows an error at the field for the tool', async () => {
  await openApprovePage((server) => {
    const options = createUserOptions(salesman.permissions);
    server.answer(users.options, () => ({ ...options, tools: [...options.tools, { id: 'other', name: 'Other' }] }));
    answerRequests(server, [createApplicant({ tools: [] })]);
  });
  await approveButton.click();
  await expect
    .element(page.getByRole('combobox', { name: 'Tool' }))
    .toHaveAccessibleDescription(new RegExp(fieldMessages.tool));
});

test.each([
  ['a request that does not exist', () => createRefusal('USER_NOT_FOUND')],
  ['a request id that is not a number', () => new Response(null, { status: 404 })],
])('%s shows the not-found page', async (_, answer) => {
  await openApprovePage((server) => server.answer(requests.get, answer));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Request not found' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Back to the requests' })).toHaveAttribute('href', '/requests');
});

test('a user without permission to approve sees a message', async () => {
  await openApprovePage(() => {}, { ...salesman, permissions: ['requests.view', 'users.view', 'account.view'] });
  await expect.element(page.getByText('Your profile does not allow you to decide on requests.')).toBeVisible();
  expect(approveButton.elements()).toEqual([]);
});

test('a customer cannot open the page', async () => {
  const { address, server } = await openApprovePage(() => {}, createUser('OEM'));
  await expect.poll(address).toBe('/not-found');
  expect(server.requests(users.options)).toEqual([]);
});

test.each(['/users/201/create', '/requests?request=201'])(
  '%s says that a deleted user with the address of the request can be restored',
  async (at) => {
    const { login } = createApplicant();
    const { screen } = await openPortal({
      at,
      user: salesman,
      prepareServer: (server) => {
        answerUsers(server, salesman.permissions, []);
        answerRequests(server, [createApplicant()]);
        answerDeletedUser(server, login);
      },
    });
    await expect.element(screen.getByText('A deleted user with this address can be restored')).toBeVisible();
  },
);
