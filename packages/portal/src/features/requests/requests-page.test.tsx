import { fillMessage } from '@basics/contract/calls/problems.ts';
import { evidence } from '@basics/contract/requests/request-evidence.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { pickUserFields } from '@basics/contract/users/user-fields.ts';
import { users } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { describe, expect, test } from 'vitest';
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
  createApplicant({ userId: 202, firstName: 'Alan', lastName: 'Turing', country: 'JP', salesman: null }),
  createApplicant({ userId: 203, firstName: 'Mary', lastName: 'Ward' }),
];

const user = createUser('Salesman');

const openRequestsPage = (at = '/requests', prepareServer: (server: FakeServer) => void = () => {}) =>
  openPortal({
    at,
    user,
    prepareServer: (server) => {
      answerRequests(server, applicants);
      answerUsers(server, user.permissions, []);
      prepareServer(server);
    },
  });

const locateRow = (name: RegExp) => page.getByRole('row', { name });
const locatePanel = (record: string, name = `Request from ${record}`) => page.getByRole('dialog', { name });

test('each request shows its applicant, country, tool, date and salesman (T167)', async () => {
  await openRequestsPage();
  await expect
    .element(locateRow(/Grace Hopper/))
    .toMatchTextContent(/Harbour Design.*Germany.*Basics Blue.*Simon Aasen.*3 days ago/);
  await expectAccessible();
});

test('a request that waits for more than two days has its age marked as late, and without a salesman it says nobody', async () => {
  const young = new Date(Date.now() - 5 * 3_600_000).toISOString();
  await openRequestsPage('/requests', (server) => {
    answerRequests(server, [...applicants.slice(0, 2), createApplicant({ userId: 203, requestDate: young })]);
  });
  await expect.element(locateRow(/Alan Turing/)).toMatchTextContent('Nobody');
  const ages = page.getByRole('table').getByRole('time');
  await expect.poll(() => ages.elements().map(({ textContent }) => textContent)).toEqual(['3 days ago', '3 days ago']);
  await expect.element(page.getByText('5 hours ago')).toBeVisible();
});

test('a list that cannot be loaded shows an error and can be loaded again (T162)', async () => {
  const { screen, server } = await openRequestsPage('/requests', (fakeServer) =>
    fakeServer.answer(requests.search, () => createRefusal('INTERNAL')),
  );
  await expect.element(screen.getByText('Failed to fetch Pending Requests')).toBeVisible();
  server.answer(requests.search, () => createUserPage(...applicants));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(locateRow(/Mary Ward/)).toBeVisible();
});

test('filters that cannot be loaded show an error and can be loaded again, and the list stays (T168)', async () => {
  const { screen, server } = await openRequestsPage('/requests', (fakeServer) =>
    fakeServer.answer(requests.options, () => createRefusal('INTERNAL')),
  );
  await expect.element(screen.getByText('Failed to fetch Countries, Brands and Tools')).toBeVisible();
  await expect.element(locateRow(/Mary Ward/)).toBeVisible();
  answerRequests(server, applicants);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Failed to fetch Countries, Brands and Tools')).not.toBeInTheDocument();
});

test('an empty list shows that no request is pending', async () => {
  const { screen } = await openRequestsPage('/requests', (server) =>
    server.answer(requests.search, () => createUserPage()),
  );
  await expect.element(screen.getByText('No pending requests')).toBeVisible();
  await expectAccessible();
});

test('the address of the list contains the search, the filters and the order, and the server applies them', async () => {
  const { screen, address, server } = await openRequestsPage();
  await screen.getByRole('combobox', { name: 'Country' }).selectOptions('Japan');
  await screen.getByRole('combobox', { name: 'Age' }).selectOptions('Older than a week');
  await screen.getByRole('combobox', { name: 'Status' }).selectOptions('Rejected');
  await expect.poll(address).toBe('/requests?country=JP&olderThanDays=7&status=rejected');
  await screen.getByRole('columnheader', { name: 'Requested' }).getByRole('link').click();
  await expect
    .poll(() => server.requests(requests.search).at(-1)?.body)
    .toMatchObject({
      country: 'JP',
      olderThanDays: 7,
      status: 'rejected',
      sort: { field: 'requestDate', direction: 'desc' },
    });
  for (const words of ['Country: Japan', 'Status: Rejected', 'Age: Older than a week'])
    await expect.element(screen.getByRole('button', { name: `Remove filter ${words}` })).toBeVisible();
});

test('a search by name finds requests in every state', async () => {
  const { screen, address, server } = await openRequestsPage('/requests?keyword=ward');
  await screen.getByRole('button', { name: 'Remove filter Status: Pending' }).click();
  await expect.poll(address).toBe('/requests?keyword=ward&status=all');
  await expect
    .poll(() => server.requests(requests.search).at(-1)?.body)
    .toMatchObject({ keyword: 'ward', status: 'all' });
  const status = screen.getByRole('combobox', { name: 'Status' });
  await expect.element(status).toHaveFocus();
  await expect.element(screen.getByRole('button', { name: /Remove filter Status/ })).not.toBeInTheDocument();
  await status.selectOptions('Pending');
  await expect.poll(address).toBe('/requests?keyword=ward');
});

test('a search without results shows a message and can be cleared (T166)', async () => {
  const { screen, address } = await openRequestsPage('/requests?keyword=nobody&brand=blue', (server) =>
    server.answer(requests.search, () => createUserPage()),
  );
  await expect.element(screen.getByText('Results not found')).toBeVisible();
  await screen.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect.poll(address).toBe('/requests');
});

describe('staff decide one request', () => {
  test('a request opens beside the list with all values, and the address contains its id (T165)', async () => {
    const { address } = await openRequestsPage();
    await page.getByRole('link', { name: 'Alan Turing' }).click();
    await expect.poll(address).toBe('/requests?request=202');
    const requestPanel = locatePanel('Alan Turing');
    await expect
      .element(requestPanel)
      .toMatchTextContent(
        /We draw harbour cranes.*For two PCs.*Status\s*Pending.*Japan.*None. The administrators decide./,
      );
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(address).toBe('/requests');
  });

  test('a request links to the full form, and after its approval the next request opens', async () => {
    const { address } = await openRequestsPage('/requests?country=DE&request=201', (server) =>
      server.answer(requests.approve, () => createUserRecord({ userId: 201, status: 'approved' })),
    );
    await locatePanel('Grace Hopper').getByRole('link', { name: 'Change more…' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Approve Grace Hopper' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Profile' }).selectOptions('OEM');
    await page.getByRole('button', { name: 'Approve request' }).click();
    await expect.poll(address).toBe('/requests?country=DE&request=202');
    await expect.element(locatePanel('Alan Turing')).toBeVisible();
  });

  test('a profile is proposed from similar users, and an approval opens the next request', async () => {
    const similarUser = { userId: 7, name: 'Mary Ward', login: 'mary@harbour.example', company: '' };
    const domainProposal = { why: 'domain', profileID: 8, of: 3, from: 4, crmAccount: 'K-1' } as const;
    const { server, address } = await openRequestsPage('/requests?request=201', (fakeServer) => {
      fakeServer.answer(requests.approve, ({ params }) => createUserRecord({ userId: params.id, status: 'approved' }));
      // A newer server sends a field that this portal does not know.
      fakeServer.answer(requests.get, ({ params }) =>
        Response.json({ ...applicants.find(({ userId }) => userId === params.id), lastSignInAt: null }),
      );
      fakeServer.answer(evidence.evidence, ({ params }) =>
        createEvidence({
          sameDomain: { total: 1, items: [{ ...similarUser, status: 'active' }] },
          rejections: [
            { userId: 8, name: 'Tom Ward', at: '2026-02-01T12:00:00.000Z', by: 'Ada Salt', reason: 'A competitor.' },
          ],
          proposal: params.id === 201 ? domainProposal : { ...domainProposal, why: null, profileID: null },
        }),
      );
    });
    const locateApproveButton = (name: string) => locatePanel(name).getByRole('button', { name: 'Approve' });
    await expect.element(locatePanel('Grace Hopper')).toMatchTextContent(/1 user with this e-mail domain.*Mary Ward/);
    await expect
      .element(locatePanel('Grace Hopper'))
      .toMatchTextContent(/Earlier rejections of similar users.*Tom Ward rejected by Ada Salt on .*A competitor\./);
    await expect
      .element(page.getByRole('combobox', { name: 'Profile' }))
      .toHaveAccessibleDescription('As 3 of 4 users with this e-mail domain.');
    await expectAccessible();
    await locateApproveButton('Grace Hopper').click();
    await expect.poll(address).toBe('/requests?request=202');
    // No profile is proposed for the next request, so the user must choose one.
    await locateApproveButton('Alan Turing').click();
    await expect
      .element(page.getByRole('combobox', { name: 'Profile' }))
      .toHaveAccessibleDescription(new RegExp(fieldMessages.profile));
    await page.getByRole('combobox', { name: 'Profile' }).selectOptions('OEM');
    await locateApproveButton('Alan Turing').click();
    await expect.poll(address).toBe('/requests?request=203');
    const listApprovals = () =>
      server.requests(requests.approve).map(({ params, body }) => [params.id, body.profileID]);
    await expect
      .poll(() => listApprovals().toSorted(([first = 0], [second = 0]) => first - second))
      .toEqual([
        [201, 8],
        [202, 5],
      ]);
    expect(server.requests(requests.approve).find(({ params }) => params.id === 201)?.body).toEqual({
      ...pickUserFields(applicants[0] ?? createApplicant()),
      profileID: 8,
      crmAccount: 'K-1',
      version: 1,
    });
  });

  test('a rejection needs a reason (T164)', async () => {
    const { server } = await openRequestsPage('/requests?request=201');
    await locatePanel('Grace Hopper').getByRole('button', { name: 'Reject' }).click();
    const reason = page.getByRole('textbox', { name: 'Reason for the rejection' });
    await expect.element(reason).toHaveFocus();
    await page.getByRole('button', { name: 'Reject request' }).click();
    await expect.element(reason).toHaveAccessibleDescription(new RegExp(fieldMessages.reason));
    await expect.element(reason).toHaveFocus();
    await expectAccessible();
    expect(server.requests(requests.reject)).toEqual([]);
  });

  test('a rejection can reuse a recent reason, and the next request opens (T163)', async () => {
    const { server, address } = await openRequestsPage('/requests?request=201', (fakeServer) =>
      fakeServer.answer(requests.reject, () => createApplicant({ status: 'rejected' })),
    );
    await locatePanel('Grace Hopper').getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('button', { name: 'No contract with this company.' }).click();
    await expect
      .element(page.getByRole('textbox', { name: 'Reason for the rejection' }))
      .toHaveValue('No contract with this company.');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByText('The request from Grace Hopper was rejected')).toBeVisible();
    await expect.poll(address).toBe('/requests?request=202');
    await expect.element(locatePanel('Alan Turing')).toBeVisible();
    expect(server.requests(requests.reject).map(({ body }) => body)).toEqual([
      { id: 201, reason: 'No contract with this company.', version: 1 },
    ]);
  });

  test('a request that another user decided shows who decided, when, and its state', async () => {
    const decidedAt = '10 March 2026, 12:00 UTC';
    const message = fillMessage('ALREADY_DECIDED', { who: 'Simon Aasen', decided: 'approved', when: decidedAt });
    const { server } = await openRequestsPage('/requests?request=201', (fakeServer) =>
      fakeServer.answer(requests.reject, () => createRefusal('ALREADY_DECIDED', { message })),
    );
    await locatePanel('Grace Hopper').getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('textbox', { name: 'Reason for the rejection' }).fill('No');
    await page.getByRole('button', { name: 'Reject request' }).click();
    await expect.element(page.getByText(message)).toBeVisible();
    await expectAccessible();
    const decision = { by: 'Simon Aasen', at: '2026-03-10T12:00:00.000Z', reason: null };
    server.answer(requests.get, () => createApplicant({ status: 'approved', decided: decision }));
    await page.getByRole('button', { name: 'Load it again' }).click();
    await expect.element(page.getByText(/Decided by Simon Aasen on 10 March 2026/)).toBeVisible();
    expect(locatePanel('Grace Hopper').getByRole('button', { name: 'Approve' }).elements()).toEqual([]);
  });

  test('a request shows its history', async () => {
    const historyStep = {
      at: '2026-03-10T12:00:00.000Z',
      from: 'unverified' as const,
      to: 'pending' as const,
      reason: null,
    };
    const { server } = await openRequestsPage('/requests?request=201', (fakeServer) =>
      fakeServer.answer(users.history, () => ({ items: [{ ...historyStep, by: 'The applicant' }] })),
    );
    await locatePanel('Grace Hopper').getByText('History').click();
    await expect
      .element(page.getByRole('list', { name: 'History' }))
      .toMatchTextContent(/Address confirmed.*The applicant, 10 March 2026/);
    expect(server.requests(users.history).map(({ params }) => params)).toEqual([{ id: 201 }]);
  });

  test('a request that does not exist any more shows a message', async () => {
    await openRequestsPage('/requests?request=999', (server) =>
      server.answer(requests.get, () => createRefusal('USER_NOT_FOUND')),
    );
    await expect.element(locatePanel('', 'Request not found')).toMatchTextContent(/This request was deleted/);
  });
});

test('refused deletions of several requests stay selected and show the reason', async () => {
  const { screen } = await openRequestsPage('/requests', (server) =>
    server.answer(users.removeMany, ({ body }) => ({
      results: body.map((id) =>
        id === 202
          ? { id, outcome: 'refused' as const, message: serverMessages.onlyRequests }
          : { id, outcome: 'deleted' as const },
      ),
    })),
  );
  const dialog = screen.getByRole('alertdialog', { name: 'Delete 3 requests?' });
  await screen.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await screen.getByRole('button', { name: 'Delete 3 requests' }).click();
  await expect.element(dialog).toMatchTextContent(/do not get an answer.*3 are deleted.*Grace Hopper.*Mary Ward/);
  await dialog.getByRole('button', { name: 'Delete 3 requests' }).click();
  await expect.element(dialog).toMatchTextContent(`1 refused: ${serverMessages.onlyRequests}`);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect.element(screen.getByRole('checkbox', { name: 'Select Alan Turing' })).toBeChecked();
});

test('a failed deletion shows a message (T161)', async () => {
  const { screen } = await openRequestsPage('/requests', (server) =>
    server.answer(users.removeMany, () => createRefusal('INTERNAL')),
  );
  await screen.getByRole('checkbox', { name: 'Select Grace Hopper' }).click();
  await screen.getByRole('button', { name: 'Delete 1 request' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete 1 request' }).click();
  await expect.element(screen.getByText('Delete Pending Requests error')).toBeVisible();
});

test('a recent reason with a long link fits in the panel', async () => {
  const link = `https://intranet.example/${'w'.repeat(120)}`;
  await openRequestsPage('/requests?request=201', (server) =>
    server.answer(requests.options, () => ({
      countries: [],
      brands: [],
      tools: [],
      statuses: [],
      recentReasons: [`See ${link}`],
    })),
  );
  await locatePanel('Grace Hopper').getByRole('button', { name: 'Reject' }).click();
  const reasonButton = page.getByRole('button', { name: `See ${link}` });
  await expect.element(reasonButton).toBeVisible();
  const panelBox = locatePanel('Grace Hopper').element().getBoundingClientRect();
  expect(reasonButton.element().getBoundingClientRect().right).toBeLessThanOrEqual(panelBox.right);
  const rejectionForm = reasonButton.element().closest('form');
  expect(rejectionForm && rejectionForm.scrollWidth - rejectionForm.clientWidth).toBe(0);
});
