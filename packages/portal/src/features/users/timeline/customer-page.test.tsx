import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { timeline, type TimelineEvent } from '@basics/contract/users/timeline.ts';
import { users } from '@basics/contract/users/users.ts';
import { viewers, type UserViewer } from '@basics/contract/users/viewers.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createOwnHelpRequests, createHelpRequest } from '#portal/testing/records/help-requests.ts';
import { createLicense, createLicensePage } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { toolUsage } from '#portal/testing/pages/user-machines.tsx';
import { answerUsers, createUserRecord } from '#portal/testing/records/users.ts';

const eventTime = '2026-10-05T10:00:00.000Z';
const events: TimelineEvent[] = [
  { kind: 'letter', at: eventTime, mailId: 1, subject: 'Your licence', state: 'failed' },
  {
    kind: 'answer',
    at: eventTime,
    helpRequestId: 1,
    machineName: 'CAD-07',
    state: 'replied',
    by: 'Simon Aasen',
    words: 'Done.',
  },
  {
    kind: 'question',
    at: eventTime,
    helpRequestId: 1,
    machineName: 'CAD-07',
    problem: 'All 2 PCs are in use.',
    comment: '',
  },
  { kind: 'account', at: eventTime, from: 'active', to: 'suspended', by: 'Ada Lovelace', reason: 'Unpaid' },
  { kind: 'change', at: eventTime, action: 'machine.release', machineName: 'CAD-07', fields: [], by: 'Simon Aasen' },
  { kind: 'change', at: eventTime, action: 'user.update', machineName: null, fields: ['brand'], by: 'Simon Aasen' },
];

function openCustomerPage(
  prepareServer: (server: FakeServer) => void = () => {},
  role: 'Administrator' | 'Salesman' = 'Salesman',
) {
  const user = createUser(role);
  return openPortal({
    at: '/users/101',
    user,
    prepareServer: (server) => {
      answerUsers(server, user.permissions, [createUserRecord()]);
      server.answer(licenses.list, () => createLicensePage(createLicense({ userId: 101 })));
      server.answer(licenseAdmin.machines, () => ({ items: [toolUsage] }));
      server.answer(helpRequests.listOf, () => createOwnHelpRequests(createHelpRequest({ helpRequestId: 9 })));
      server.answer(timeline.timeline, ({ query }) => ({ items: events, hasMore: query.most < events.length + 10 }));
      prepareServer(server);
    },
  });
}

const locateRegion = (name: string) => page.getByRole('region', { name });

test('the page of a customer shows contact data, tools, open help requests, PCs, licences and the timeline', async () => {
  const { server } = await openCustomerPage();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeVisible();
  await expect
    .element(locateRegion('Contact and tools'))
    .toMatchTextContent(/grace\.hopper@harbour.*Germany.*Basics Blue/);
  await expect
    .element(locateRegion('Waiting for an answer').getByRole('link', { name: 'Answer DESKTOP-4F7K2QX' }))
    .toHaveAttribute('href', '/help-requests?request=9');
  await expect.element(locateRegion('PCs').getByText('LAPTOP-7')).toBeVisible();
  await expect.element(locateRegion('Licences').getByRole('button', { name: /^Revoke/ })).toBeVisible();
  await expect
    .element(locateRegion('Timeline'))
    .toMatchTextContent(
      /could not be sent.*Done\..*2 PCs are in use.*Unpaid.*PC removed: CAD-07.*Account changed: Brand/,
    );
  await expect
    .element(page.getByRole('link', { name: 'Issue a licence' }))
    .toHaveAttribute('href', '/license/verify?user=101');
  await expectAccessible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => server.requests(timeline.timeline).map(({ query }) => query.most)).toEqual([10, 200]);
  await expect.element(page.getByRole('button', { name: 'Show all' })).not.toBeInTheDocument();
});

test('the page of a customer out of scope is not found, and the page of an applicant links to the request', async () => {
  const { router } = await openCustomerPage((server) =>
    server.answer(users.get, ({ params }) =>
      params.id === 201 ? createUserRecord({ userId: 201, status: 'pending' }) : createRefusal('USER_NOT_FOUND'),
    ),
  );
  await expect.element(page.getByRole('heading', { level: 1, name: 'User not found' })).toBeVisible();
  await router.navigate({ to: '/users/201' });
  await expect
    .element(page.getByRole('link', { name: 'Open request' }))
    .toHaveAttribute('href', '/requests?request=201');
});

const createViewer = (change: Partial<UserViewer>): UserViewer => ({
  userId: 7,
  firstName: 'Simon',
  lastName: 'Aasen',
  login: 'simon@portal.example',
  profileID: 2,
  sees: true,
  reasons: ['assigned', 'created'],
  obstacle: null,
  permissions: ['users.view', 'users.edit', 'license.generate'],
  ...change,
});

test('an administrator clicks one button to see which staff can see a customer, and why others cannot', async () => {
  const larsViewer = { userId: 8, firstName: 'Lars', lastName: 'Dahl', sees: false, reasons: [] };
  await openCustomerPage(
    (server) =>
      server.answer(viewers.viewers, () => ({
        items: [createViewer({}), createViewer({ ...larsViewer, obstacle: 'notAssigned' })],
        hasMore: false,
      })),
    'Administrator',
  );
  await page.getByRole('button', { name: 'Who sees this user?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Who sees Grace Hopper?' });
  await expect
    .element(dialog)
    .toMatchTextContent(
      /1 account with access.*Simon Aasen \(Salesman\).*Salesman for Germany, Basics Blue\..*This account created the user\..*may change and may issue licences.*without access.*Lars Dahl.*Not assigned to Germany, Basics Blue/,
    );
  await expect
    .element(dialog.getByRole('link', { name: 'Show the assignments' }))
    .toHaveAttribute('href', '/country-salesman?country=DE&brand=blue');
  await expectAccessible();
});

test('a salesman has no button that shows who else sees a customer', async () => {
  await openCustomerPage();
  await expect.element(page.getByRole('link', { name: 'Issue a licence' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Who sees this user?' }).elements()).toEqual([]);
});
