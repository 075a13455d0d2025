import { companyPeople } from '@basics/contract/companies/company-people.ts';
import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { reminderContacts } from '@basics/contract/licenses/reminder-contacts.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { notes } from '@basics/contract/users/notes.ts';
import { mail } from '@basics/contract/mail/mail.ts';
import { timeline, type TimelineEvent } from '@basics/contract/users/timeline.ts';
import { users } from '@basics/contract/users/users.ts';
import { viewers, type UserViewer } from '@basics/contract/users/viewers.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createOwnHelpRequests, createHelpRequest } from '#portal/testing/records/help-requests.ts';
import { answerOrders, createOrder } from '#portal/testing/records/integrations.ts';
import { createLicense, createLicensePage } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { toolUsage } from '#portal/testing/pages/user-machines.tsx';
import { answerUsers, createStaffNote, createUserRecord } from '#portal/testing/records/users.ts';

const eventTime = '2026-10-05T10:00:00.000Z';
const events: TimelineEvent[] = [
  {
    kind: 'letter',
    at: eventTime,
    mailId: 1,
    subject: 'Your licence',
    state: 'failed',
    error: 'This mailbox does not exist.',
  },
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
  { kind: 'account', at: eventTime, from: 'approved', to: 'pending', by: 'Simon Aasen', reason: null },
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
      answerOrders(server, createOrder(), createOrder({ orderId: 2, externalId: 'A-2' }));
      server.answer(timeline.timeline, ({ query }) => ({
        items: events,
        hasMore: query.most < events.length + 10,
        onTop: [],
      }));
      prepareServer(server);
    },
  });
}

const locateRegion = (name: string) => page.getByRole('region', { name });

test('the page of a customer shows contact data, tools, open help requests, PCs and the timeline', async () => {
  const { server } = await openCustomerPage();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeVisible();
  await expect
    .element(locateRegion('Contact and tools'))
    .toMatchTextContent(/grace\.hopper@harbour.*Germany.*Basics Blue.*Orders: shop A-1 and shop A-2/);
  await expect
    .element(locateRegion('Waiting for an answer').getByRole('link', { name: 'Answer DESKTOP-4F7K2QX' }))
    .toHaveAttribute('href', '/help-requests?request=9');
  await expect.element(locateRegion('PCs').getByText('LAPTOP-7')).toBeVisible();
  await locateRegion('PCs').getByRole('button', { name: 'More for LAPTOP-7' }).click();
  for (const name of ['Download', 'Revoke'])
    await expect.element(page.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect
    .element(locateRegion('Timeline'))
    .toMatchTextContent(
      /could not be sent.*This mailbox does not exist.*Done\..*2 PCs are in use.*Invitation withdrawn.*Unpaid.*PC removed: CAD-07/,
    );
  await expect
    .element(page.getByRole('link', { name: 'Issue a licence' }))
    .toHaveAttribute('href', '/license/verify?user=101');
  await expectAccessible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => server.requests(timeline.timeline).map(({ query }) => query.most)).toEqual([40, 200]);
  await expect.element(locateRegion('Timeline')).toMatchTextContent(/Account changed: Brand/);
  await expect.element(page.getByRole('button', { name: 'Show all' })).not.toBeInTheDocument();
});

test('the page of a salesman has no empty sections of a customer, and issues a licence from its menu (T1082)', async () => {
  await openCustomerPage((server) => {
    answerUsers(server, createUser('Salesman').permissions, [createUserRecord({ profileID: 2 })]);
    server.answer(licenseAdmin.machines, () => ({ items: [{ ...toolUsage, machines: [] }] }));
  });
  await expect.element(locateRegion('Contact and tools')).toMatchTextContent(/Salesman/);
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect
    .element(page.getByRole('link', { name: 'Issue a licence' }))
    .toHaveAttribute('href', '/license/verify?user=101');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('link', { name: 'Issue a licence' })).not.toBeInTheDocument();
  await expect.element(locateRegion('Timeline')).toBeVisible();
  expect(page.getByText(/^PCs$|Lost PCs|second contact/i).elements()).toEqual([]);
});

test('a customer without a second contact has a button for it instead of a section, and the section once it exists (T1083)', async () => {
  await openCustomerPage((server) =>
    server.answer(reminderContacts.setReminderContact, ({ body }) => ({ address: body.address })),
  );
  const section = locateRegion('Second contact for reminders');
  await page.getByRole('button', { name: 'Add second contact for reminders' }).click();
  await section.getByRole('textbox', { name: 'E-mail' }).fill('office@acme.example');
  await section.getByRole('button', { name: 'Save contact' }).click();
  await expect.element(section).toMatchTextContent(/office@acme\.example.*Change contact/);
});

test.each([
  { at: '/users/101', first: 'Contact and tools', last: 'Timeline' },
  { at: '/users/101/edit', first: 'Status', last: 'Tools' },
])(
  'on $at, Tab goes to a column on the side after all that is on its left, and in a narrow window in the order of the parts (T977)',
  async ({ at, first, last }) => {
    const readHeadings = () =>
      page
        .getByRole('heading', { level: 2 })
        .elements()
        .map((heading) => heading.textContent);
    const { router } = await openCustomerPage();
    await router.navigate({ to: at });
    for (const [width, order] of [
      [1280, [last, first]],
      [390, [first, last]],
    ] as const) {
      await page.viewport(width, 800);
      await expect.poll(() => readHeadings().filter((heading) => order.includes(heading))).toEqual(order);
    }
    await page.viewport(1280, 800);
  },
);

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

test('the page of a customer proposes the company to which the customer seems to belong, and staff confirm it', async () => {
  let members: readonly number[] = [];
  await openCustomerPage((server) => {
    server.answer(companyPeople.suggestions, () => ({
      items: members.length > 0 ? [] : [{ companyId: 1, name: 'Harbour Works', by: 'domain' as const }],
    }));
    server.answer(companyPeople.addMember, ({ params, body }) => {
      members = [params.id, body.userId];
      return { items: [], hidden: { members: 0, pcs: 0 } };
    });
  });
  await expect
    .element(locateRegion('Contact and tools'))
    .toMatchTextContent(/Join Harbour Works\?.*The same e-mail domain/);
  await page.getByRole('button', { name: 'Join Harbour Works?' }).click();
  await expect.element(page.getByText('The user belongs to Harbour Works now')).toBeVisible();
  expect(members).toEqual([1, 101]);
  await expect.element(page.getByRole('button', { name: 'Join Harbour Works?' })).not.toBeInTheDocument();
});

test('staff write notes and follow-ups with the keyboard, and close, edit, pin and delete them in the timeline', async () => {
  const assignees = [
    { userId: createUser('Salesman').userId, name: 'Simon Aasen' },
    { userId: 8, name: 'Ada Lovelace' },
  ];
  const followUp = createStaffNote({
    noteId: 2,
    text: 'Call Grace',
    day: '2026-01-05',
    assignee: assignees[1] ?? null,
  });
  const written = createStaffNote({ noteId: 3, editedAt: eventTime });
  const { server } = await openCustomerPage((fakeServer) => {
    fakeServer.answer(timeline.timeline, () => ({
      items: [{ kind: 'note' as const, at: eventTime, note: written }],
      hasMore: false,
      onTop: [followUp, createStaffNote({ noteId: 4, text: '<b>Pays</b> late', isPinned: true, canEdit: false })],
    }));
    fakeServer.answer(notes.assignees, () => ({ items: assignees }));
    fakeServer.answer(notes.createNote, ({ body }) => createStaffNote({ text: body.text, day: body.day ?? null }));
    fakeServer.answer(notes.changeNote, ({ params, body }) =>
      'text' in body ? createRefusal('STALE') : createStaffNote({ noteId: params.noteId }),
    );
    fakeServer.answer(notes.removeNote, () => undefined);
  });
  const onTop = page.getByRole('list', { name: 'Open follow-ups and pinned notes' });
  await expect
    .element(onTop)
    .toMatchTextContent(/Follow-up since 5 January 2026 for Ada Lovelace.*Call Grace.*Pinned note.*<b>Pays<\/b> late/);
  await expect.element(page.getByText('calls', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/Simon Aasen, .* · edited/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Edit: <b>Pays</b> late' }).elements()).toEqual([]);

  const composer = page.getByRole('region', { name: 'New note or follow-up' });
  await expect.element(composer.getByRole('button', { name: 'Save note' })).toBeDisabled();
  await composer.getByRole('textbox', { name: 'Note' }).fill('Prefers e-mail');
  await composer.getByRole('button', { name: 'Pin' }).click();
  await composer.getByRole('textbox', { name: 'Note' }).click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Note saved')).toBeVisible();
  await composer.getByRole('button', { name: 'Follow-up' }).click();
  const task = composer.getByRole('textbox', { name: 'What is to do' });
  await expect.element(task).toHaveValue('');
  await task.fill('Call about three PCs');
  await composer.getByRole('radio', { name: 'Other day' }).click();
  await composer.getByRole('textbox', { name: 'Day' }).fill('3.12.2026');
  await composer.getByRole('combobox', { name: 'For' }).selectOptions('Ada Lovelace');
  await expectAccessible();
  await composer.getByRole('button', { name: 'Set follow-up' }).click();
  await expect.element(page.getByText('Follow-up set for 3 December 2026')).toBeVisible();
  expect(server.requests(notes.createNote).map(({ body }) => body)).toEqual([
    { text: 'Prefers e-mail', isPinned: true, day: null, assigneeId: null },
    { text: 'Call about three PCs', isPinned: false, day: '2026-12-03', assigneeId: 8 },
  ]);

  await onTop.getByRole('button', { name: 'Done: Call Grace' }).click();
  await expect.element(page.getByText('Follow-up done')).toBeVisible();
  await onTop.getByRole('button', { name: /^Unpin/ }).click();
  await page.getByRole('button', { name: 'Edit: Prefers **calls**.' }).click();
  await page.getByRole('textbox', { name: 'Note', exact: true }).first().fill('Prefers letters');
  await expectAccessible();
  await page.getByRole('button', { name: 'Save note' }).first().click();
  await expect.element(page.getByRole('alert').getByText('Not saved')).toBeVisible();
  expect(
    server
      .requests(notes.changeNote)
      .slice(0, 2)
      .map(({ params, body }) => [params.noteId, body]),
  ).toEqual([
    [2, { isDone: true }],
    [4, { isPinned: false }],
  ]);
  await onTop.getByRole('button', { name: 'Delete: Call Grace' }).click();
  await expect.element(page.getByText('Note deleted')).toBeVisible();
  await expect.element(onTop.getByText('Call Grace')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Dismiss' }).last().click();
  await expect.poll(() => server.requests(notes.removeNote).map(({ params }) => params.noteId)).toEqual([2]);
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
  await expect
    .element(page.getByRole('link', { name: 'Who changed “Phone”?' }))
    .toHaveAttribute('href', expect.stringMatching(/subjectKind=user&subjectId=.*&field=phone$/));
  await page.getByRole('button', { name: 'More actions' }).click();
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

test('an e-mail opens in the timeline with its text, and a salesman sends it again when it failed', async () => {
  let canRepeat = true;
  const { server } = await openCustomerPage((fakeServer) => {
    fakeServer.answer(mail.read, () => ({
      to: 'grace.hopper@harbour.example',
      subject: 'Licence',
      text: 'Hello Grace,\n\nyour licence is attached.',
      canRepeat,
    }));
    fakeServer.answer(mail.repeat, () => {
      canRepeat = false;
      return undefined;
    });
  });
  const timelineCard = locateRegion('Timeline');
  await timelineCard.getByRole('button', { name: /^Show e-mail/ }).click();
  await expect.element(timelineCard).toMatchTextContent(/To grace\.hopper@harbour\.example.*your licence is attached/);
  await expectAccessible();
  await timelineCard.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => server.requests(mail.repeat).map(({ params }) => params.id)).toEqual([101]);
  await expect.element(timelineCard.getByRole('button', { name: 'Send again' })).not.toBeInTheDocument();
  await timelineCard.getByRole('button', { name: /^Hide e-mail/ }).click();
  await expect.element(timelineCard.getByText('your licence is attached')).not.toBeInTheDocument();
});
