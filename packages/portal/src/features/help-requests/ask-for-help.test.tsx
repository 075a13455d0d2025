import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { problems, fillMessage } from '@basics/contract/calls/problems.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createOwnHelpRequests, createHelpRequest } from '#portal/testing/records/help-requests.ts';
import { answerLicenses, createPreview, createVerificationCode } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const code = createVerificationCode();
const limitProblem = { code: 'SEAT_LIMIT', message: 'All 2 PCs that you can license are in use (A, B).' } as const;
const user = createUser('OEM');

/** Opens the page with a code that is refused because of the limit on PCs. */
const openRefused = (prepareServer: (server: FakeServer) => void = () => {}, at = `/license/verify#c=${code}`) =>
  openPortal({
    at,
    user,
    prepareServer: (server) => {
      answerLicenses(server);
      server.answer(licenses.issue, () => createPreview({ problem: limitProblem }));
      server.answer(helpRequests.ask, () => createHelpRequest({ verificationCode: code }));
      prepareServer(server);
    },
  });

const locateAskButton = (name = 'Ask Simon Aasen for another seat') => page.getByText(name, { exact: true });

/** Unfolds the form of the row and sends it. */
async function ask(name?: string): Promise<void> {
  await locateAskButton(name).click();
  await page.getByRole('button', { name: 'Send to Simon Aasen' }).click();
}

describe('a refused code can be sent to staff', () => {
  test('a button sends the refused code to the salesman, and the page says that the help request was sent', async () => {
    const { screen, server } = await openRefused();
    await expect.element(locateAskButton()).toBeVisible();
    await expectAccessible();
    server.answer(helpRequests.listOf, () => createOwnHelpRequests(createHelpRequest({ verificationCode: code })));
    await ask();
    await expect.element(screen.getByText('Help request sent to Simon Aasen').first()).toBeVisible();
    await expect.element(locateAskButton()).not.toBeInTheDocument();
    await expectAccessible();
    expect(server.requests(helpRequests.ask).map(({ params, body }) => ({ params, body }))).toEqual([
      { params: { id: 42 }, body: { verificationCode: code, comment: '' } },
    ]);
  });

  test('a help request can be sent with a comment by keyboard', async () => {
    const { server } = await openRefused();
    await locateAskButton().click();
    await page.getByRole('textbox', { name: /^Comment/ }).fill('The old PC is broken.');
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.poll(() => server.requests(helpRequests.ask).at(-1)?.body.comment).toBe('The old PC is broken.');
  });

  test('after a reload, a typed comment is in sight again, and after it was sent, it is gone (T950)', async () => {
    const comment = page.getByRole('textbox', { name: /^Comment/ });
    const { screen } = await openRefused();
    await locateAskButton().click();
    await comment.fill('The old PC is broken.');
    await screen.unmount();
    const reloadedPage = await openRefused();
    await expect.element(comment).toHaveValue('The old PC is broken.');
    await page.getByRole('button', { name: 'Send to Simon Aasen' }).click();
    await expect.element(reloadedPage.screen.getByText('Help request sent to Simon Aasen').first()).toBeVisible();
    await reloadedPage.screen.unmount();
    await openRefused();
    await expect.element(locateAskButton()).toBeVisible();
    await expect.element(comment).not.toBeInTheDocument();
  });

  test.each([
    [{ by: 'salesmen', name: null }, 'Ask your contact for another seat'],
    [{ by: 'administrators', name: null }, 'Ask an administrator for another seat'],
  ] as const)('the page names the recipient: %o', async (recipient, name) => {
    await openRefused((server) =>
      server.answer(helpRequests.listOf, () => ({ ...createOwnHelpRequests(), helper: recipient })),
    );
    await expect.element(locateAskButton(name)).toBeVisible();
  });

  test('a code for which a help request is open is not sent again', async () => {
    const { screen } = await openRefused((server) =>
      server.answer(helpRequests.listOf, () => createOwnHelpRequests(createHelpRequest({ verificationCode: code }))),
    );
    await expect.element(screen.getByText('Help request sent to Simon Aasen')).toBeVisible();
    await expect.element(locateAskButton()).not.toBeInTheDocument();
  });

  test('a code can be sent again if the earlier help request was about another problem or was withdrawn', async () => {
    await openRefused((server) =>
      server.answer(helpRequests.listOf, () =>
        createOwnHelpRequests(
          createHelpRequest({ verificationCode: code, problem: { code: 'MOVE_LIMIT', message: 'x' } }),
          createHelpRequest({ helpRequestId: 2, verificationCode: code, state: 'withdrawn' }),
        ),
      ),
    );
    await expect.element(locateAskButton()).toBeVisible();
  });

  test('if the server answers that no help is needed any more, the user can check the code again and issue the licence', async () => {
    const { screen, server } = await openRefused((fakeServer) =>
      fakeServer.answer(helpRequests.ask, () => createRefusal('NO_HELP_NEEDED')),
    );
    await ask();
    await expect.element(screen.getByText(problems.NO_HELP_NEEDED.message)).toBeVisible();
    server.answer(licenses.issue, () => createPreview());
    await screen.getByRole('button', { name: 'Check code again' }).click();
    await expect.element(screen.getByRole('button', { name: 'Issue licence' })).toBeVisible();
    await expect.element(locateAskButton()).not.toBeInTheDocument();
  });

  test('too many open help requests are refused with a message', async () => {
    const message = fillMessage('HELP_LIMIT', { open: 5 });
    const { screen } = await openRefused((server) =>
      server.answer(helpRequests.ask, () => createRefusal('HELP_LIMIT', { message })),
    );
    await ask();
    await expect.element(screen.getByText(message)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Send to Simon Aasen' })).toBeEnabled();
  });

  test('a help request can be sent when the recipient cannot be loaded', async () => {
    await openRefused((server) => server.answer(helpRequests.listOf, () => createRefusal('INTERNAL')));
    await expect.element(locateAskButton('Ask your contact for another seat')).toBeVisible();
  });

  test('staff who issue a licence for another user cannot send a help request', async () => {
    const { screen } = await openPortal({
      at: `/license/verify?user=101#c=${code}`,
      user: createUser('Salesman'),
      prepareServer: (server) => {
        answerLicenses(server);
        server.answer(licenses.issue, () => createPreview({ problem: limitProblem }));
      },
    });
    await expect.element(screen.getByText(/ uses both seats$/)).toBeVisible();
    await expect.element(page.getByText(/^Ask /)).not.toBeInTheDocument();
  });
});

test('a text that is not a readable code is sent unchanged', async () => {
  const { screen, server } = await openRefused(undefined, '/license/verify');
  await expect.element(locateAskButton()).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Check code' }).click();
  await expect.element(screen.getByText('Verification code is required.')).toBeVisible();
  await expect.element(locateAskButton()).not.toBeInTheDocument();
  await screen.getByLabelText('Verification code').fill('BV-NOTHING');
  await screen.getByRole('button', { name: 'Check code' }).click();
  await ask('Ask Simon Aasen for help');
  await expect
    .poll(() => server.requests(helpRequests.ask).at(-1)?.body)
    .toEqual({ verificationCode: 'BV-NOTHING', comment: '' });
  await expect.element(screen.getByText('Help request sent to Simon Aasen').first()).toBeVisible();
});

const answerDetails = {
  by: 'Simon Aasen',
  at: '2026-03-10T12:00:00.000Z',
  words: 'Please release B first.',
  licenseId: null,
};

describe('users see their own help requests', () => {
  const openAccount = (at: '/' | '/account', ...questions: Parameters<typeof createOwnHelpRequests>) =>
    openPortal({
      at,
      user,
      prepareServer: (server) => {
        answerLicenses(server);
        server.answer(helpRequests.listOf, () => createOwnHelpRequests(...questions));
      },
    });

  test("My Account shows the user's help requests with their answers", async () => {
    const { screen } = await openAccount(
      '/account',
      createHelpRequest({ comment: 'Since today.' }),
      createHelpRequest({ helpRequestId: 2, state: 'replied', closed: answerDetails }),
      createHelpRequest({ helpRequestId: 3, state: 'licensed', closed: { ...answerDetails, words: '', licenseId: 9 } }),
      createHelpRequest({ helpRequestId: 4, code: null, state: 'withdrawn', closed: answerDetails }),
    );
    const ownRequestsCard = screen.getByRole('main');
    await expect.element(ownRequestsCard).toMatchTextContent(/Open.*All 2 PCs.*Since today/);
    await expect
      .element(ownRequestsCard)
      .toMatchTextContent(/Simon Aasen answered on 10 March 2026.*Please release B first/);
    await expect.element(ownRequestsCard).toMatchTextContent(/Your licence is in the e-mail.*See your licences/);
    await expect.element(ownRequestsCard).toMatchTextContent(/Unnamed PC.*Withdrawn/);
    await expectAccessible();
  });

  test('Home shows the help requests that are open or were answered in the last 7 days, with the answer', async () => {
    const at = new Date(Date.now() - 6 * 86_400_000).toISOString();
    const { screen } = await openAccount(
      '/',
      createHelpRequest(),
      createHelpRequest({ helpRequestId: 2, state: 'replied', closed: { ...answerDetails, at } }),
      createHelpRequest({ helpRequestId: 3, state: 'replied', closed: answerDetails }),
    );
    const ownRequestsCard = screen.getByRole('region', { name: 'Your help requests' });
    await expect.element(ownRequestsCard).toMatchTextContent(/DESKTOP-4F7K2QX.*Open.*sent 1 hour ago/);
    await expect.element(ownRequestsCard.getByText('Answered', { exact: true })).toBeVisible();
    await expect.element(ownRequestsCard.getByText('Please release B first.')).toBeVisible();
    expect(ownRequestsCard.getByRole('listitem').elements()).toHaveLength(2);
    await expectAccessible();
  });

  test('after staff answered by adding a tool, a link opens the licence page with the same code', async () => {
    const { screen, address } = await openAccount(
      '/account',
      createHelpRequest({ verificationCode: code, state: 'granted', closed: { ...answerDetails, words: '' } }),
    );
    const ownRequestsCard = screen.getByRole('main');
    await expect.element(ownRequestsCard.getByRole('link', { name: 'Get the licence' })).toBeVisible();
    await expect.element(ownRequestsCard).not.toMatchTextContent(/All 2 PCs/);
    await screen.getByRole('link', { name: 'Get the licence' }).click();
    await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toBeVisible();
    expect(address()).toBe('/license/verify');
  });

  test('an open request can be withdrawn', async () => {
    const { screen, server } = await openAccount(
      '/account',
      createHelpRequest({ user: { ...createHelpRequest().user, userId: 42 } }),
    );
    const withdrawButton = screen.getByRole('button', { name: 'Withdraw about DESKTOP-4F7K2QX' });
    await expect.element(withdrawButton).toBeVisible();
    server.answer(helpRequests.withdraw, () => createHelpRequest({ state: 'withdrawn', closed: answerDetails }));
    server.answer(helpRequests.listOf, () =>
      createOwnHelpRequests(createHelpRequest({ state: 'withdrawn', closed: answerDetails })),
    );
    await withdrawButton.click();
    await expect.element(screen.getByText('Help request withdrawn')).toBeVisible();
    await expect.element(screen.getByText('Withdrawn', { exact: true })).toBeVisible();
    expect(server.requests(helpRequests.withdraw).map(({ params }) => params)).toEqual([{ id: 42, helpRequestId: 1 }]);
  });

  test('a button shows more help requests', async () => {
    const manyRequests = Array.from({ length: 12 }, (_, index) => createHelpRequest({ helpRequestId: index + 1 }));
    const { screen } = await openPortal({
      at: '/account',
      user,
      prepareServer: (server) => {
        answerLicenses(server);
        server.answer(helpRequests.listOf, ({ query }) => ({
          ...createOwnHelpRequests(...manyRequests.slice(0, query.pageSize)),
          total: manyRequests.length,
        }));
      },
    });
    const listItems = screen.getByRole('listitem').filter({ hasText: 'DESKTOP-4F7K2QX' });
    await expect.poll(() => listItems.elements().length).toBe(10);
    await screen.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => listItems.elements().length).toBe(12);
    await expect.element(screen.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  test('if the help requests cannot be loaded, an error is shown and the user can load them again', async () => {
    const { screen, server } = await openPortal({
      at: '/account',
      user,
      prepareServer: (fakeServer) => {
        answerLicenses(fakeServer);
        fakeServer.answer(helpRequests.listOf, () => createRefusal('INTERNAL'));
      },
    });
    await expect.element(screen.getByText('Your help requests could not be loaded.')).toBeVisible();
    await expect.element(screen.getByText(/req-INTERNAL/)).toBeVisible();
    server.answer(helpRequests.listOf, () => createOwnHelpRequests(createHelpRequest()));
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByRole('main')).toBeVisible();
  });
});
