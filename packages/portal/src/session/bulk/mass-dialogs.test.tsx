import { bulkLicenses, bulkRequests, bulkUsers, type BulkResult, type MassAct } from '@basics/contract/calls/bulk.ts';
import { handOver } from '@basics/contract/country-salesmen/hand-over.ts';
import { joinAccountsCalls } from '@basics/contract/license-admin/join-accounts.ts';
import { massActs } from '@basics/contract/mass-acts/mass-acts.ts';
import { renewals } from '@basics/contract/licenses/renewals.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerAssignments, createAssignment, dahl, rossi } from '#portal/testing/records/assignments.ts';
import { answerLicenseAdmin, createOwnedLicense } from '#portal/testing/records/license-admin.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { answerRequests, answerUsers, createApplicant, createUserRecord } from '#portal/testing/records/users.ts';

const ids = Array.from({ length: 30 }, (_, index) => 101 + index);
const user = createUser('Administrator');

/** Ten records get each of the effects; the last one takes something away or needs a look. */
const listResults = (effects: readonly [BulkResult, BulkResult, BulkResult]) => (recordIds: readonly number[]) => ({
  results: recordIds.map((id) => ({ ...(effects[id % 3] ?? effects[0]), id })),
});
const done = (effect: NonNullable<BulkResult['effect']>): BulkResult => ({ id: 0, outcome: 'done', effect });
const refused: BulkResult = { id: 0, outcome: 'refused', message: 'Too early.' };
const refusedFor = (reason: string): BulkResult => ({ ...refused, message: reason });

const selectAll = () => page.getByRole('checkbox', { name: 'Select all on this page' }).click();
const press = (name: RegExp | string) => page.getByRole('button', { name }).click();
const preview = () => page.getByRole('dialog').getByRole('button', { name: 'Preview' }).click();
const licenseRows = ids.map((licenseId) => createOwnedLicense({ licenseId, machineName: `PC-${licenseId}` }));
const customer = {
  name: 'Grace Hopper',
  company: 'Harbour',
  canReceiveMail: true,
  remindedAt: null,
  isReminderWaiting: false,
};
const license = { licenseId: 1, machineName: 'WS-1', tool: 'Basics', expiryDate: '2026-03-17' };

type MassDialog = {
  act: string;
  at: string;
  answers: (server: FakeServer) => void;
  open: () => Promise<void>;
  /** The first words of each count, in the order of the page. */
  counts: readonly RegExp[];
  run: string;
  /** The number that must be typed. */
  typed?: string;
};

const massDialogs: readonly MassDialog[] = [
  {
    act: 'the deletion of users',
    at: '/users',
    answers: (server) =>
      server.answer(bulkUsers.changeMany, ({ body }) =>
        listResults([done('deleted'), done('deleted'), refused])(body.ids ?? []),
      ),
    open: async () => {
      await selectAll();
      await press(/^Delete 30/);
    },
    counts: [/^are deleted/, /^are refused: Too early/],
    run: 'Delete 20 users',
    typed: '20',
  },
  {
    act: 'a renewal',
    at: '/licenses',
    answers: (server) =>
      server.answer(bulkLicenses.changeMany, ({ body }) =>
        listResults([done('renewed'), refusedFor('From May.'), refusedFor('From June.')])(body.ids ?? []),
      ),
    open: async () => {
      await selectAll();
      await press(/^Renew/);
    },
    counts: [/^are refused$/, /^are renewed/],
    run: 'Renew 10 and send',
  },
  {
    act: 'reminders',
    at: '/licenses',
    answers: (server) =>
      server.answer(bulkLicenses.changeMany, ({ body }) =>
        listResults([done('reminded'), done('reminded'), refused])(body.ids ?? []),
      ),
    open: async () => {
      await selectAll();
      await press('Send or remind…');
      await page.getByRole('dialog').getByLabelText('What').selectOptions('Send the customer a reminder');
      await preview();
    },
    counts: [/^are refused/, /^get a reminder/],
    run: 'Send 20 reminders',
  },
  {
    act: 'the approval of requests',
    at: '/requests',
    answers: (server) =>
      server.answer(bulkRequests.decideMany, ({ body }) =>
        listResults([done('approved'), refused, done('approvedDuplicate')])(body.ids ?? []),
      ),
    open: async () => {
      await selectAll();
      await press('Decide…');
      await preview();
    },
    counts: [/^get accounts and are maybe duplicates/, /^are refused/, /^get an account/],
    run: 'Approve 20 requests',
  },
  {
    act: 'the rejection of requests',
    at: '/requests',
    answers: (server) =>
      server.answer(bulkRequests.decideMany, ({ body }) =>
        listResults([done('rejected'), done('rejected'), refused])(body.ids ?? []),
      ),
    open: async () => {
      await selectAll();
      await press('Decide…');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabelText('What').selectOptions('Reject');
      await dialog.getByLabelText('Reason').fill('Not a customer');
      await preview();
    },
    counts: [/^are rejected/, /^are refused/],
    run: 'Reject 20 requests',
    typed: '20',
  },
  {
    act: 'a renewal pack',
    at: '/licenses/renewals?from=2026-03-17',
    answers: (server) =>
      server.answer(renewals.sendPack, () => ({
        recipient: 'grace@harbour.example',
        licenses: ids.map((licenseId) => ({
          licenseId,
          machineName: `PC-${licenseId}`,
          owner: 'Grace Hopper',
          login: 'grace@harbour.example',
          isRenewed: licenseId % 3 > 0,
        })),
        touches: { people: 1, companies: 1 },
      })),
    open: async () => {
      await press('More actions for Grace Hopper');
      await press('Renewal pack… Grace Hopper');
    },
    counts: [/^are renewed/, /^are sent/],
    run: 'Renew and send 30 files',
  },
  {
    act: 'a hand-over',
    at: '/country-salesman?handOver=2',
    answers: (server) =>
      server.answer(handOver.handOver, () => ({
        assignments: 30,
        moves: ids.map((id) => ({ country: `C${id}`, brand: 'blue' })),
        users: 40,
        companies: 12,
        requests: 1,
        questions: 0,
        receiver: { users: 38, companies: 11, requests: 1, questions: 0 },
        digest: 'digest',
      })),
    open: () => page.getByRole('dialog').getByRole('combobox', { name: 'To', exact: true }).fill('Lars Dahl'),
    counts: [/^Users/, /^Companies/, /^Open requests/],
    run: 'Hand over',
    typed: '40',
  },
  {
    act: 'joining two accounts',
    at: '/users/101',
    answers: (server) =>
      server.answer(joinAccountsCalls.previewJoin, () => ({
        other: {
          userId: 102,
          login: 'grace@old.example',
          name: 'Grace',
          company: 'Old',
          profileID: 5,
          country: 'FR',
          brand: 'red',
        },
        isOtherCompany: false,
        openKits: 0,
        moved: { pcs: 2, licenses: 3, helpRequests: 0, letters: 4, grants: 1 },
        samePcs: [],
        dropped: { sessions: 1, secondFactors: 0, permissions: 0 },
        overLimit: [],
        digest: 'digest',
      })),
    open: async () => {
      await press('More actions');
      await press('Join accounts…');
      await page.getByRole('dialog').getByLabelText('Login of the account to delete').fill('grace@old.example');
      await press('Show what happens');
    },
    counts: [/^Account that is deleted/, /^Sessions that end/, /^PCs that move/],
    run: 'Join accounts',
  },
];

test.each(massDialogs)(
  'the preview of $act shows all counts at once, first what takes something away, with the button in view, at 1280 x 800 and 390 x 844',
  async ({ at, answers, open, counts, run, typed }) => {
    await openPortal({
      at,
      user,
      prepareServer: (server) => {
        answerRequests(
          server,
          ids.map((userId) => createApplicant({ userId, lastName: `Number ${userId}` })),
        );
        answerUsers(
          server,
          user.permissions,
          ids.map((userId) => createUserRecord({ userId, lastName: `Number ${userId}` })),
        );
        answerLicenseAdmin(server, licenseRows);
        answerAssignments(server, createAssignment());
        server.answer(handOver.territories, () => ({
          items: [rossi, dahl].map((salesman) => ({ ...salesman, isActive: true, assignments: 1, users: 0 })),
        }));
        server.answer(renewals.renewalWeeks, () => ({
          weeks: [],
          week: { from: '2026-03-17', to: '2026-03-23' },
          customers: [{ ...customer, userId: 101, licenses: [license] }],
          results: [],
        }));
        answers(server);
      },
    });
    await open();
    const dialog = page.getByRole(run.startsWith('Delete') ? 'alertdialog' : 'dialog');
    const runButton = dialog.getByRole('button', { name: run });
    await expect.element(dialog.getByRole('term').first()).toBeVisible();
    const terms = dialog.getByRole('term').elements();
    expect(counts.map((words, index) => words.test(terms[index]?.textContent ?? ''))).toEqual(counts.map(() => true));
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      await page.viewport(width, height);
      const { top: footTop, bottom: footBottom } = runButton.element().getBoundingClientRect();
      expect(footBottom).toBeLessThanOrEqual(height);
      const lastCount = terms[counts.length - 1]?.getBoundingClientRect();
      expect([(terms[0]?.getBoundingClientRect().top ?? -1) >= 0, (lastCount?.bottom ?? height) < footTop]).toEqual([
        true,
        true,
      ]);
    }
    const isOff = () => runButton.element().matches(':disabled, [aria-disabled="true"]');
    if (typed === undefined) return;
    expect(isOff()).toBe(true);
    await dialog.getByRole('textbox', { name: new RegExp(`type how many .*: ${typed}$`) }).fill(typed);
    await expect.poll(isOff).toBe(false);
  },
);

test.each([
  ['/users', 'Change…'],
  ['/requests', 'Decide…'],
])('%s, %s: a dialog says if its choices cannot be loaded, and they can be loaded again (T705)', async (at, name) => {
  const message = page.getByRole('dialog').getByText('Failed to fetch Profiles, Brands and Tools');
  const { server } = await openPortal({
    at,
    user,
    prepareServer: (fakeServer) => {
      answerRequests(fakeServer, [createApplicant({})]);
      answerUsers(fakeServer, user.permissions, [createUserRecord({})]);
      fakeServer.answer(users.options, () => createRefusal('INTERNAL'));
    },
  });
  await selectAll();
  await press(name);
  await expect.element(message).toBeVisible();
  answerUsers(server, user.permissions, [createUserRecord({})]);
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await expect.element(message).not.toBeInTheDocument();
});

test('before an act, each e-mail is shown and can be sent to the user; afterwards, each record has its result', async () => {
  // More records than this are changed in the background.
  const many = Array.from({ length: 101 }, (_, index) => 101 + index);
  const act: MassAct = {
    actId: 7,
    kind: 'users',
    change: 'suspend',
    state: 'done',
    createdAt: '2026-03-10T12:00:00.000Z',
    finishedAt: '2026-03-10T12:01:00.000Z',
    of: 101,
    done: 101,
    effects: [{ outcome: 'done', effect: 'suspended', takesAway: true, count: 1 }],
    remains: [],
  };
  const { server } = await openPortal({
    at: '/users',
    user,
    prepareServer: (fakeServer) => {
      const rows = many.map((userId) => createUserRecord({ userId, lastName: `Number ${userId}` }));
      answerUsers(fakeServer, user.permissions, rows);
      fakeServer.answer(bulkUsers.changeMany, ({ body: { sample, ids: recordIds = [], ...body } }) => {
        if (sample !== undefined)
          return {
            results: [],
            mails: recordIds.map((id) => ({ to: `${id}@x.example`, subject: 'Your account', text: `Hello ${id}` })),
          };
        return body.preview
          ? listResults([done('suspended'), done('suspended'), done('suspended')])(recordIds)
          : { results: [], act };
      });
      fakeServer.answer(massActs.get, () => act);
      fakeServer.answer(massActs.results, () => ({
        results: [
          { ...done('suspended'), id: 101 },
          { ...refusedFor('The user was changed again.'), id: 102 },
        ],
        total: 2,
      }));
    },
  });
  await selectAll();
  await press('Change…');
  const dialog = page.getByRole('dialog');
  const step = dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect.element(step.nth(0)).toHaveAttribute('aria-current', 'step');
  await dialog.getByLabelText('What').selectOptions('Suspend');
  await dialog.getByLabelText('Reason').fill('unpaid');
  await preview();
  await expect.element(step.nth(1)).toHaveAttribute('aria-current', 'step');
  const mails = dialog.getByRole('region', { name: 'E-mails' });
  await expect.element(mails).toMatchTextContent(/1 of 101.*Your account.*To 101@x.example.*Hello 101/);
  await mails.getByRole('button', { name: 'Next recipient' }).click();
  await expect.element(mails).toMatchTextContent(/2 of 101.*Hello 102/);
  await expectAccessible();
  await mails.getByRole('button', { name: 'Send to me' }).click();
  await expect.element(mails.getByText('The e-mail is on the way to you.')).toBeVisible();
  expect(server.requests(bulkUsers.changeMany).at(-1)?.body).toMatchObject({ ids: [102], sample: 'sendToMe' });
  await dialog.getByRole('textbox', { name: /type how many/ }).fill('101');
  await dialog.getByRole('button', { name: 'Suspend 101 users' }).click();
  await expect.element(step.nth(2)).toHaveAttribute('aria-current', 'step');
  await expect.element(dialog.getByRole('row', { name: /Number 102/ })).toMatchTextContent(/Number 102/);
  await expect.element(dialog.getByText(/refused: The user was changed again/).first()).toBeVisible();
});
