import { mail, type Letter } from '@basics/contract/mail/mail.ts';
import { status } from '@basics/contract/status/status.ts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { statusReport } from '#portal/testing/records/status.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const sentLetter: Letter = {
  mailId: 1,
  to: 'ada@office.example',
  subject: 'Set a new password',
  kind: 'passwordReset',
  brand: 'blue',
  state: 'sent',
  attempts: 1,
  createdAt: '2027-03-14T09:26:00.000Z',
  sentAt: '2027-03-14T09:26:05.000Z',
  nextAttemptAt: null,
  error: null,
};
const failedLetter: Letter = {
  ...sentLetter,
  mailId: 2,
  to: 'lars@office.example',
  kind: 'somethingNew',
  state: 'failed',
  attempts: 8,
  sentAt: null,
  error: '550 no such mailbox',
};

const hostileHtml = '<img src=x onerror="document.title = 1"><b>Hello</b>';

const createMailPage = (delivers: boolean, ...items: Letter[]) => ({
  items,
  total: items.length,
  pageNumber: 1,
  pageSize: 20,
  delivers,
});

const openOutbox = (prepareServer: (server: FakeServer) => void = () => {}, at = '/admin/mail') =>
  openPortal({
    at,
    user: createUser('Administrator'),
    prepareServer: (server) => {
      server.answer(mail.search, ({ body }) =>
        createMailPage(
          true,
          ...[sentLetter, failedLetter].filter(({ state }) => body.state === undefined || state === body.state),
        ),
      );
      server.answer(mail.get, () => ({ ...failedLetter, text: 'Hello Lars,\n\nyour link.', html: hostileHtml }));
      prepareServer(server);
    },
  });

test('each e-mail shows its recipient, its subject and its state, also if all e-mails wait (T1095)', async () => {
  const { screen, server } = await openOutbox();
  await expect.element(screen.getByRole('row', { name: /ada@office/ })).toMatchTextContent(/Set a new password.*Sent/);
  await expect.element(screen.getByRole('row', { name: /lars@office/ })).toMatchTextContent(/Failed.*after 8 attempts/);
  await expect.element(screen.getByText(/waiting:/)).not.toBeInTheDocument();
  await expectAccessible();
  const waiting = { ...sentLetter, state: 'queued' as const, attempts: 0, sentAt: null };
  server.answer(status.get, () => statusReport);
  server.answer(mail.search, () => createMailPage(false, waiting));
  await screen.getByRole('columnheader', { name: 'Created' }).getByRole('link').click();
  await expect.element(screen.getByRole('row', { name: /ada@office/ })).toMatchTextContent(/Waiting/);
});

test.each([
  [
    { delivers: false },
    '11 e-mails are waiting: no mail server is set. Set SMTP_URL and MAIL_FROM, then restart the portal.',
  ],
  [{ held: true }, '11 e-mails are waiting: sending is paused. Resume it with portal mail release.'],
])(
  'when e-mails are not sent because of %o, the page says how many wait, why, and what to do (T895)',
  async (cause, sentence) => {
    const { screen } = await openOutbox((server) => {
      server.answer(mail.search, () => createMailPage(false));
      server.answer(status.get, () => ({ ...statusReport, mail: { ...statusReport.mail, waiting: 11, ...cause } }));
    });
    await expect.element(screen.getByText(sentence)).toBeVisible();
    await expect.element(screen.getByText('No e-mails yet')).toBeVisible();
    await expectAccessible();
  },
);

test('the address of the outbox contains the chosen state, the order and the number of the page', async () => {
  const { screen, address, server } = await openOutbox();
  await screen.getByRole('combobox', { name: 'Status' }).selectOptions('Failed');
  await expect.poll(address).toBe('/admin/mail?state=failed');
  await expect.element(screen.getByRole('row', { name: /ada@office/ })).not.toBeInTheDocument();
  await screen.getByRole('columnheader', { name: 'Created' }).getByRole('link').click();
  await expect.poll(address).toBe('/admin/mail?state=failed&sort.field=createdAt&sort.direction=asc');
  expect(server.requests(mail.search).at(-1)?.body).toMatchObject({ state: 'failed', sort: { field: 'createdAt' } });
  await screen.getByRole('button', { name: 'Remove filter Status: Failed' }).click();
  await expect.element(screen.getByRole('row', { name: /ada@office/ })).toBeVisible();
});

test('a search without results can be cleared', async () => {
  const { screen, address } = await openOutbox(
    (server) =>
      server.answer(mail.search, ({ body }) => createMailPage(true, ...(body.keyword === '' ? [sentLetter] : []))),
    '/admin/mail?keyword=nobody',
  );
  await expect.element(screen.getByText('Results not found')).toBeVisible();
  await screen.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(address).toBe('/admin/mail');
});

test('an outbox that cannot be loaded shows an error and can be loaded again', async () => {
  const { screen, server } = await openOutbox((fakeServer) =>
    fakeServer.answer(mail.search, () => createRefusal('INTERNAL')),
  );
  await expect.element(screen.getByText('Failed to fetch E-mails')).toBeVisible();
  server.answer(mail.search, () => createMailPage(true, sentLetter));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('row', { name: /ada@office/ })).toBeVisible();
});

test('an e-mail opens beside the list with its text, and its HTML is shown as source', async () => {
  const { screen, address } = await openOutbox();
  await screen.getByRole('link', { name: 'Set a new password, to lars@office.example' }).click();
  await expect.poll(address).toBe('/admin/mail?mail=2');
  const panel = screen.getByRole('dialog', { name: 'E-mail: Set a new password' });
  await expect.element(panel).toMatchTextContent(/Status\s*Failed/);
  await expect.element(panel.getByText(/Hello Lars/)).toBeVisible();
  await expect.element(panel.getByText('550 no such mailbox')).toBeVisible();
  await panel.getByText('Show HTML source').click();
  await expect.element(panel.getByText(hostileHtml)).toBeVisible();
  expect(panel.element().querySelector('img, b, iframe')).toBeNull();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(address).toBe('/admin/mail');
});

test('an e-mail can be sent again and shows its new state', async () => {
  const { screen, server } = await openOutbox(
    (fakeServer) =>
      fakeServer.answer(mail.sendAgain, () => ({
        ...failedLetter,
        state: 'queued' as const,
        attempts: 0,
        error: null,
      })),
    '/admin/mail?mail=2',
  );
  const panel = screen.getByRole('dialog');
  await panel.getByRole('button', { name: 'Send again' }).click();
  await expect.element(screen.getByText('E-mail queued again')).toBeVisible();
  await expect.element(panel.getByText('Waiting')).toBeVisible();
  await expect.element(panel.getByText('550 no such mailbox')).not.toBeInTheDocument();
  expect(server.requests(mail.sendAgain)).toMatchObject([{ params: { id: 2 } }]);
  // The e-mail was read only once: each read is recorded in the audit log, so sending must not read it again.
  expect(server.requests(mail.get)).toHaveLength(1);
});

test('an e-mail that only waits has no button to send it again', async () => {
  const { screen } = await openOutbox(
    (fakeServer) =>
      fakeServer.answer(mail.get, () => ({
        ...failedLetter,
        state: 'queued' as const,
        attempts: 0,
        error: null,
        text: 'Hello Lars',
        html: '',
      })),
    '/admin/mail?mail=2',
  );
  const panel = screen.getByRole('dialog');
  await expect.element(panel.getByText('Waiting')).toBeVisible();
  expect(panel.getByRole('button', { name: 'Send again' }).elements()).toEqual([]);
  await expect.element(panel).not.toMatchTextContent('Attempts');
});

test('an e-mail that was sent again too often shows when it can be sent next', async () => {
  const { screen } = await openOutbox(
    (fakeServer) => fakeServer.answer(mail.sendAgain, () => createRefusal('TOO_MANY_ATTEMPTS', { retryAfter: 90 })),
    '/admin/mail?mail=2',
  );
  await screen.getByRole('button', { name: 'Send again' }).click();
  await expect.element(screen.getByRole('dialog').getByText(/Too many attempts/)).toBeVisible();
});

test('an e-mail that does not exist shows a message in its panel', async () => {
  const { screen } = await openOutbox(
    (fakeServer) => fakeServer.answer(mail.get, () => createRefusal('RESULTS_NOT_FOUND')),
    '/admin/mail?mail=99',
  );
  await expect.element(screen.getByRole('dialog').getByText('Failed to fetch this e-mail')).toBeVisible();
});
