import { helpRequests } from '@basics/contract/help-requests.ts';
import type { HelpCase, HelpRequest } from '@basics/contract/help-requests.ts';
import { fillMessage } from '@basics/contract/problems.ts';
import { users } from '@basics/contract/users.ts';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createHelpCase, createHelpRequest } from '#portal/testing/help-requests.ts';
import { createPreview } from '#portal/testing/licenses.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { createUserOptions, createUserPage } from '#portal/testing/users.ts';

const user = createUser('Salesman');
const alan = { ...createHelpRequest().user, userId: 102, firstName: 'Alan', lastName: 'Turing' };
const waiting = [
  createHelpRequest(),
  createHelpRequest({ helpRequestId: 2, user: alan, code: null, problem: { code: 'NOT_A_CODE', message: 'No code.' } }),
];

const open = (at = '/help-requests', answers: (server: FakeServer) => void = () => {}) =>
  openPortal({
    at,
    user,
    answers: (server) => {
      server.answer(helpRequests.search, () => createUserPage<HelpRequest>(...waiting));
      server.answer(helpRequests.get, ({ params }) =>
        createHelpCase(params.id === 2 ? { helpRequestId: 2, user: alan, code: null, now: null } : {}),
      );
      server.answer(helpRequests.answer, () => createHelpRequest({ state: 'replied' }));
      server.answer(users.options, () => createUserOptions(user.permissions));
      answers(server);
    },
  });

const openCase = (but: Partial<HelpCase>, answers: (server: FakeServer) => void = () => {}) =>
  open('/help-requests?request=1', (server) => {
    server.answer(helpRequests.get, ({ params }) =>
      createHelpCase(params.id === 1 ? but : { user: alan, helpRequestId: 2 }),
    );
    answers(server);
  });

const row = (name: RegExp) => page.getByRole('row', { name });
const panel = (name = 'Grace Hopper') => page.getByRole('dialog', { name });
const press = (name: string) => panel().getByRole('button', { name }).click();
const sent = (server: FakeServer) =>
  server.requests(helpRequests.answer).map(({ params, body }) => ({ ...params, ...body }));

describe('the list', () => {
  test('the list shows the customer, the PC, the reason and the time of each request', async () => {
    await open();
    await expect
      .element(row(/Grace Hopper/))
      .toMatchTextContent(/Harbour Design.*DESKTOP-4F7K2QX.*No PCs left.*1 hour ago.*Open/);
    await expect.element(row(/Alan Turing/)).toMatchTextContent(/Unreadable code.*Not a code/);
    await expectAccessible();
  });

  test('the address keeps search, state and sort order, and the server gets them', async () => {
    const { screen, address, server } = await open();
    await screen.getByRole('combobox', { name: 'Status' }).selectOptions('Licence issued');
    await expect.poll(address).toBe('/help-requests?state=licensed');
    await screen.getByRole('columnheader', { name: 'Sent' }).getByRole('link').click();
    await expect
      .poll(() => server.requests(helpRequests.search).at(-1)?.body)
      .toMatchObject({ state: 'licensed', sort: { field: 'askedAt', direction: 'asc' } });
    await screen.getByLabelText('Search help requests').fill('grace');
    await expect.poll(() => server.requests(helpRequests.search).at(-1)?.body.keyword).toBe('grace');
    await expect.element(screen.getByText('2 help requests found')).toBeInTheDocument();
  });

  test('the export uses the filters of the list', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { screen, server } = await open('/help-requests?state=replied&pageNumber=2', (answering) =>
      answering.answer(helpRequests.export, () => ({ bytes: new Uint8Array(3), name: 'help.csv', type: 'text/csv' })),
    );
    await screen.getByRole('button', { name: 'Export CSV (2 rows)' }).click();
    await expect.element(screen.getByText('help.csv saved')).toBeVisible();
    expect(saved).toHaveBeenCalledOnce();
    expect(server.requests(helpRequests.export).map(({ body }) => body)).toEqual([{ state: 'replied', keyword: '' }]);
  });

  test('an empty list shows a message, and a search without results can be cleared', async () => {
    const { screen, address } = await open('/help-requests', (server) =>
      server.answer(helpRequests.search, () => createUserPage()),
    );
    await expect.element(screen.getByText('No open help requests')).toBeVisible();
    await expectAccessible();
    await screen.getByRole('combobox', { name: 'Status' }).selectOptions('Replied');
    await screen.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect.poll(address).toBe('/help-requests');
  });

  test('a list that cannot be loaded shows an error and can be retried', async () => {
    const { screen, server } = await open('/help-requests', (failing) =>
      failing.answer(helpRequests.search, () => createRefusal('INTERNAL')),
    );
    await expect.element(screen.getByText('Failed to fetch help requests')).toBeVisible();
    server.answer(helpRequests.search, () => createUserPage<HelpRequest>(...waiting));
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(row(/Grace Hopper/)).toBeVisible();
  });

  test('the list fits a phone', async () => {
    await page.viewport(320, 700);
    await open();
    await expect.element(page.getByText('No PCs left')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(320);
    await page.viewport(1280, 800);
  });
});

describe('a help request', () => {
  test('the panel shows the code, the refusal, the tools and the PCs', async () => {
    const { address } = await open();
    await page.getByRole('link', { name: 'Grace Hopper' }).click();
    await expect.poll(address).toBe('/help-requests?request=1');
    await expect
      .element(panel())
      .toMatchTextContent(
        /All 2 PCs that you can license are in use.*The old PC is broken.*Basics 1\.0\.1.*not ahead.*2 of 2/,
      );
    await expect.element(panel()).toMatchTextContent(/Basics \(Basics Blue\).*A: in use until.*B: no active licence/);
    await expect.element(panel().getByRole('link', { name: 'Open the user' })).toHaveAttribute('href', '/users/101');
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(address).toBe('/help-requests');
  });

  test('an answer requires a text, and the next request opens after it', async () => {
    const { server, address } = await openCase({});
    await press('Send reply');
    const words = panel().getByRole('textbox', { name: /^Message/ });
    await expect.element(words).toHaveAccessibleDescription(/Answer is required\./);
    await expect.element(words).toHaveFocus();
    await expectAccessible();
    await words.fill('Please release B first.');
    await press('Send reply');
    await expect.element(page.getByText('Answer sent to Grace Hopper')).toBeVisible();
    expect(sent(server)).toEqual([{ id: 1, answer: 'reply', words: 'Please release B first.' }]);
    await expect.poll(address).toBe('/help-requests?request=2');
    await expect.element(panel('Alan Turing')).toBeVisible();
  });

  test('a request about a limit is answered with the licence and a reason', async () => {
    const { server } = await openCase({});
    await press('Issue licence');
    const reason = panel().getByRole('textbox', { name: 'Reason' });
    await expect.element(reason).toHaveAccessibleDescription(/Reason is required\./);
    await expect.element(reason).toHaveFocus();
    await reason.fill('By contract');
    await press('Issue licence');
    await expect
      .poll(() => sent(server))
      .toEqual([{ id: 1, answer: 'license', words: '', overrideReason: 'By contract' }]);
  });

  test('a request about a missing tool is answered by adding that tool', async () => {
    const problem = { code: 'NO_TOOL_GRANT', message: "User hasn't tools and brands" } as const;
    const { server } = await openCase({
      problem,
      now: createPreview({ offer: null, problem }),
      missing: { tool: 'basics', brand: 'red' },
      tools: [],
      machines: [],
    });
    await expect.element(panel().getByRole('button', { name: 'Issue licence' })).not.toBeInTheDocument();
    await press('Add Basics for Basics Red');
    await expect
      .poll(() => sent(server))
      .toEqual([{ id: 1, answer: 'grant', words: '', tool: 'basics', brand: 'red' }]);
  });

  test('a request that is no longer refused needs no reason', async () => {
    const { server, screen } = await openCase({ now: createPreview() });
    await expect.element(screen.getByText('This code can get a licence now.')).toBeVisible();
    await press('Issue licence');
    await expect.poll(() => sent(server)).toEqual([{ id: 1, answer: 'license', words: '' }]);
  });

  test('a request that no licence can solve is answered with a text only', async () => {
    const problem = { code: 'CODE_TOO_OLD', message: 'This code is 31 days old.' } as const;
    await openCase({ problem, now: createPreview({ problem }) });
    await expect.element(panel().getByRole('button', { name: 'Send reply' })).toBeVisible();
    await expect.element(panel().getByRole('button', { name: 'Issue licence' })).not.toBeInTheDocument();
  });

  test('a request answered by someone else meanwhile shows who, when and its current state', async () => {
    const when = '10 March 2026, 12:00 UTC';
    const message = fillMessage('ALREADY_DECIDED', { who: 'Sofie Lund', decided: 'answered', when });
    const { server } = await openCase({}, (answering) =>
      answering.answer(helpRequests.answer, () => createRefusal('ALREADY_DECIDED', { message })),
    );
    await panel()
      .getByRole('textbox', { name: /^Message/ })
      .fill('No.');
    await press('Send reply');
    await expect
      .element(panel().getByRole('alert'))
      .toMatchTextContent(/Someone else has already decided.*Sofie Lund answered/);
    const closed = { by: 'Sofie Lund', at: '2026-03-10T12:00:00.000Z', words: 'Yes.', licenseId: null };
    server.answer(helpRequests.get, () => createHelpCase({ state: 'replied', closed }));
    await press('Load it again');
    await expect.element(panel()).toMatchTextContent(/Closed by Sofie Lund on.*Yes\./);
    await expect.element(panel().getByRole('button', { name: 'Send reply' })).not.toBeInTheDocument();
  });

  test('an answer whose licence is refused shows the reason', async () => {
    const message = fillMessage('CODE_TOO_OLD', { days: 31 });
    await openCase({ now: createPreview() }, (server) =>
      server.answer(helpRequests.answer, () => createRefusal('CODE_TOO_OLD', { message })),
    );
    await press('Issue licence');
    await expect.element(panel().getByRole('alert')).toMatchTextContent(/The answer was not sent.*31 days old/);
  });

  test('users cannot answer their own request', async () => {
    await openCase({ user: { ...createHelpRequest().user, userId: 42 } });
    await expect.element(panel()).toMatchTextContent(/This is your own help request/);
    await expect.element(panel().getByRole('button', { name: 'Send reply' })).not.toBeInTheDocument();
  });

  test('a request that does not exist or is out of scope shows a message', async () => {
    await open('/help-requests?request=9', (server) =>
      server.answer(helpRequests.get, () => createRefusal('RESULTS_NOT_FOUND')),
    );
    await expect.element(panel('Results not found')).toMatchTextContent(/no longer exists/);
  });
});
