import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { helpRequests, type HelpCase, type HelpRequest } from '@basics/contract/help-requests/help-requests.ts';
import { fillMessage } from '@basics/contract/calls/problems.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createHelpCase, createHelpRequest } from '#portal/testing/records/help-requests.ts';
import { createPreview } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { createUserOptions, createUserPage } from '#portal/testing/records/users.ts';

const user = createUser('Salesman');
const alan = { ...createHelpRequest().user, userId: 102, firstName: 'Alan', lastName: 'Turing' };
const helpRequestList = [
  createHelpRequest(),
  createHelpRequest({ helpRequestId: 2, user: alan, code: null, problem: { code: 'NOT_A_CODE', message: 'No code.' } }),
];

const openHelpRequests = (at = '/help-requests', prepareServer: (server: FakeServer) => void = () => {}) =>
  openPortal({
    at,
    user,
    prepareServer: (server) => {
      server.answer(helpRequests.search, () => createUserPage<HelpRequest>(...helpRequestList));
      server.answer(helpRequests.get, ({ params }) =>
        createHelpCase(params.id === 2 ? { helpRequestId: 2, user: alan, code: null, now: null } : {}),
      );
      server.answer(helpRequests.answer, () => createHelpRequest({ state: 'replied' }));
      server.answer(users.options, () => createUserOptions(user.permissions));
      prepareServer(server);
    },
  });

const openCase = (changes: Partial<HelpCase>, prepareServer: (server: FakeServer) => void = () => {}) =>
  openHelpRequests('/help-requests?request=1', (server) => {
    server.answer(helpRequests.get, ({ params }) =>
      createHelpCase(params.id === 1 ? changes : { user: alan, helpRequestId: 2 }),
    );
    prepareServer(server);
  });

const locateRow = (name: RegExp) => page.getByRole('row', { name });
const locatePanel = (name = 'Help request from Grace Hopper') => page.getByRole('dialog', { name });
const clickInPanel = (name: string) => locatePanel().getByRole('button', { name }).click();
const listSentAnswers = (server: FakeServer) =>
  server.requests(helpRequests.answer).map(({ params, body }) => ({ ...params, ...body }));

describe('the page lists help requests', () => {
  test('the list shows the customer, the PC, the reason and the time of each help request', async () => {
    await openHelpRequests();
    await expect
      .element(locateRow(/Grace Hopper/))
      .toMatchTextContent(/Harbour Design.*DESKTOP-4F7K2QX.*No free seat.*1 hour ago/);
    await expect.element(locateRow(/Alan Turing/)).toMatchTextContent(/Unnamed PC.*Not a code/);
    await expectAccessible();
  });

  test('the address keeps search, state and sort order, and the server gets them', async () => {
    const { screen, address, server } = await openHelpRequests();
    await screen.getByRole('combobox', { name: 'Status' }).selectOptions('Licence issued');
    await expect.poll(address).toBe('/help-requests?state=licensed');
    await screen.getByRole('columnheader', { name: 'Sent' }).getByRole('link').click();
    await expect
      .poll(() => server.requests(helpRequests.search).at(-1)?.body)
      .toMatchObject({ state: 'licensed', sort: { field: 'askedAt', direction: 'desc' } });
    await screen.getByRole('button', { name: 'Remove filter Status: Licence issued' }).click();
    await expect.poll(() => server.requests(helpRequests.search).at(-1)?.body).toMatchObject({ state: 'all' });
    await screen.getByLabelText('Search help requests').fill('grace');
    await expect.poll(() => server.requests(helpRequests.search).at(-1)?.body.keyword).toBe('grace');
    await expect.element(screen.getByText('2 help requests', { exact: true })).toBeInTheDocument();
  });

  test('the export uses the filters of the list', async () => {
    const clickSpy = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { screen, server } = await openHelpRequests('/help-requests?state=replied&pageNumber=2', (fakeServer) =>
      fakeServer.answer(helpRequests.export, () => ({ bytes: new Uint8Array(3), name: 'help.csv', type: 'text/csv' })),
    );
    await screen.getByRole('button', { name: 'Export CSV' }).click();
    await expect.element(screen.getByText('help.csv saved')).toBeVisible();
    expect(clickSpy).toHaveBeenCalledOnce();
    expect(server.requests(helpRequests.export).map(({ body }) => body)).toEqual([{ state: 'replied', keyword: '' }]);
  });

  test('an empty list shows a message, and a search without results can be cleared', async () => {
    const { screen, address } = await openHelpRequests('/help-requests', (server) =>
      server.answer(helpRequests.search, () => createUserPage()),
    );
    await expect.element(screen.getByText('No open help requests')).toBeVisible();
    await expectAccessible();
    await screen.getByRole('combobox', { name: 'Status' }).selectOptions('Replied');
    await screen.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect.poll(address).toBe('/help-requests');
  });

  test('a list that cannot be loaded shows an error and can be retried', async () => {
    const { screen, server } = await openHelpRequests('/help-requests', (fakeServer) =>
      fakeServer.answer(helpRequests.search, () => createRefusal('INTERNAL')),
    );
    await expect.element(screen.getByText('Failed to fetch help requests')).toBeVisible();
    server.answer(helpRequests.search, () => createUserPage<HelpRequest>(...helpRequestList));
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(locateRow(/Grace Hopper/)).toBeVisible();
  });
});

describe('staff answer a help request', () => {
  test('the panel says in one line who asks for which PC, and shows the refusal, and on demand the code, the tools and the PCs', async () => {
    const { address } = await openHelpRequests();
    await page.getByRole('link', { name: 'Grace Hopper' }).click();
    await expect.poll(address).toBe('/help-requests?request=1');
    await expect
      .element(locatePanel())
      .toMatchTextContent(
        /Basics 1\.0\.1 · grace.*sent .*The old PC is broken.*No free seat\. In use: A.*Open customer.*Send reply/,
      );
    await expect.element(locatePanel()).not.toMatchTextContent(/Not ahead/);
    await locatePanel().getByText('Details').click();
    await expect
      .element(locatePanel())
      .toMatchTextContent(/Not ahead.*2 of 2.*ToolsBasics Blue.*A: in use until.*B: no active licence/);
    await expect
      .element(locatePanel())
      .toMatchTextContent(/What the customer read.*All 2 PCs that you can license are in use/);
    await expect
      .element(locatePanel().getByRole('link', { name: 'Open customer' }))
      .toHaveAttribute('href', '/users/101');
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(address).toBe('/help-requests');
  });

  test('Send reply asks for the text and requires it, and after the reply the next help request opens', async () => {
    const { server, address } = await openCase({});
    const textField = locatePanel().getByRole('textbox', { name: /^Message to the customer/ });
    await expect.element(locatePanel().getByRole('button', { name: 'Issue with an exception' })).toBeVisible();
    await expect.element(textField).not.toBeInTheDocument();
    await clickInPanel('Send reply');
    await expect.element(textField).toHaveFocus();
    await expect.element(textField).not.toHaveAccessibleDescription(/Answer is required\./);
    await clickInPanel('Send reply');
    await expect.element(textField).toHaveAccessibleDescription(/Answer is required\./);
    await expect.element(textField).toHaveFocus();
    await expectAccessible();
    await textField.fill('Please release B first.');
    await clickInPanel('Send reply');
    await expect.element(page.getByText('Answer sent to Grace Hopper')).toBeVisible();
    expect(listSentAnswers(server)).toEqual([{ id: 1, answer: 'reply', words: 'Please release B first.' }]);
    await expect.poll(address).toBe('/help-requests?request=2');
    await expect.element(locatePanel('Help request from Alan Turing')).toBeVisible();
  });

  test('a help request about a limit is answered with an exception if a reason is given (T1081)', async () => {
    const { server } = await openCase({});
    const reason = locatePanel().getByRole('textbox', { name: 'Reason for the exception', exact: true });
    await expect.element(locatePanel().getByRole('button', { name: 'Issue with an exception' })).toBeVisible();
    await expect.element(reason).not.toBeInTheDocument();
    await clickInPanel('Issue with an exception');
    await expect.element(reason).toHaveAccessibleDescription(/Reason is required\./);
    await expect.element(reason).toHaveFocus();
    await reason.fill('By contract');
    await clickInPanel('Issue with an exception');
    await expect
      .poll(() => listSentAnswers(server))
      .toEqual([{ id: 1, answer: 'license', words: '', overrideReason: 'By contract' }]);
  });

  test('a help request about a missing tool can be answered by adding that tool', async () => {
    const problem = { code: 'NO_TOOL_GRANT', message: "User hasn't tools and brands" } as const;
    const { server } = await openCase({
      problem,
      now: createPreview({ offer: null, problem }),
      missing: { tool: 'basics', brand: 'red', validTo: '2027-11-22' },
      tools: [],
      machines: [],
    });
    await expect.element(locatePanel().getByRole('button', { name: 'Issue licence' })).not.toBeInTheDocument();
    const lastDay = locatePanel().getByRole('textbox', { name: /^Last day of the tool/ });
    await expect.element(lastDay).toHaveValue('2027-11-22');
    const addButton = locatePanel().getByRole('button', { name: /^Add Basics for Basics Red/ });
    await expect.element(addButton).toMatchTextContent(/until .*2027/);
    await lastDay.fill('');
    await clickInPanel('Add Basics for Basics Red without end');
    await expect
      .poll(() => listSentAnswers(server))
      .toEqual([{ id: 1, answer: 'grant', words: '', tool: 'basics', brand: 'red', validTo: null }]);
  });

  test('if the user may not add the tool, the button shows the reason', async () => {
    const problem = { code: 'NO_TOOL_GRANT', message: "User hasn't tools and brands" } as const;
    const { server } = await openCase({
      problem,
      now: createPreview({ offer: null, problem }),
      missing: { tool: 'basics', brand: 'red', validTo: null },
    });
    server.answer(helpRequests.answer, () =>
      createRefusal('INVALID', { fields: { tool: serverMessages.addOnGuarded } }),
    );
    await clickInPanel('Add Basics for Basics Red without end');
    const grantButton = locatePanel().getByRole('button', { name: 'Add Basics for Basics Red without end' });
    await expect.element(grantButton).toHaveAccessibleDescription(serverMessages.addOnGuarded);
    await expect.element(locatePanel().getByText('The answer was not sent')).not.toBeInTheDocument();
  });

  test('a help request whose code is no longer refused needs no reason', async () => {
    const { server, screen } = await openCase({ now: createPreview() });
    await expect.element(screen.getByText('This code can get a licence now.')).toBeVisible();
    await clickInPanel('Issue licence');
    await expect.poll(() => listSentAnswers(server)).toEqual([{ id: 1, answer: 'license', words: '' }]);
  });

  test('a help request that no licence can solve can only be answered with a text', async () => {
    const problem = { code: 'CODE_TOO_OLD', message: 'This code is 31 days old.' } as const;
    await openCase({ problem, now: createPreview({ problem }) });
    await expect.element(locatePanel().getByRole('button', { name: 'Send reply' })).toBeVisible();
    await expect.element(locatePanel().getByRole('button', { name: 'Issue licence' })).not.toBeInTheDocument();
  });

  test('a help request that someone else has answered shows who answered, when, and its current state', async () => {
    const decidedAt = '10 March 2026, 12:00 UTC';
    const message = fillMessage('ALREADY_DECIDED', { who: 'Sofie Lund', decided: 'answered', when: decidedAt });
    const { server } = await openCase({}, (fakeServer) =>
      fakeServer.answer(helpRequests.answer, () => createRefusal('ALREADY_DECIDED', { message })),
    );
    await clickInPanel('Send reply');
    await locatePanel()
      .getByRole('textbox', { name: /^Message/ })
      .fill('No.');
    await clickInPanel('Send reply');
    await expect
      .element(locatePanel().getByRole('alert'))
      .toMatchTextContent(/Someone else has already decided.*Sofie Lund answered/);
    const closedDetails = { by: 'Sofie Lund', at: '2026-03-10T12:00:00.000Z', words: 'Yes.', licenseId: null };
    server.answer(helpRequests.get, () => createHelpCase({ state: 'replied', closed: closedDetails }));
    await clickInPanel('Load it again');
    await expect.element(locatePanel()).toMatchTextContent(/Closed by Sofie Lund on.*Yes\./);
    await expect.element(locatePanel().getByRole('button', { name: 'Send reply' })).not.toBeInTheDocument();
  });

  test('an answer whose licence is refused shows the reason', async () => {
    const message = fillMessage('CODE_TOO_OLD', { days: 31 });
    await openCase({ now: createPreview() }, (server) =>
      server.answer(helpRequests.answer, () => createRefusal('CODE_TOO_OLD', { message })),
    );
    await clickInPanel('Issue licence');
    await expect.element(locatePanel().getByRole('alert')).toMatchTextContent(/The answer was not sent.*31 days old/);
  });

  test('users cannot answer their own help request', async () => {
    await openCase({ user: { ...createHelpRequest().user, userId: 42 } });
    await expect.element(locatePanel()).toMatchTextContent(/This is your own help request/);
    await expect.element(locatePanel().getByRole('button', { name: 'Send reply' })).not.toBeInTheDocument();
  });

  test('the address of a help request that does not exist or is out of scope shows a message', async () => {
    await openHelpRequests('/help-requests?request=9', (server) =>
      server.answer(helpRequests.get, () => createRefusal('RESULTS_NOT_FOUND')),
    );
    await expect.element(locatePanel('Results not found')).toMatchTextContent(/no longer exists/);
  });
});
