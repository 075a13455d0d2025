import { licenses } from '@basics/contract/licenses.ts';
import type { License } from '@basics/contract/licenses.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import {
  answerLicenses,
  createDay,
  createLicense,
  createPage,
  createVerificationCode,
} from '#portal/testing/licenses.ts';
import { setup, createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

afterEach(() => {
  vi.useRealTimers();
});

/** Long enough for the page to load the state of the e-mail again. */
const wait = (): unknown => vi.advanceTimersByTime(5000);

async function openResult(answers: (server: FakeServer) => void = () => {}, shown = setup) {
  const opened = await openPortal({
    setup: shown,
    at: `/license/verify#c=${createVerificationCode()}`,
    user: createUser('DesignerOffice'),
    answers: (server) => {
      answerLicenses(server);
      answers(server);
    },
  });
  await opened.screen.getByRole('button', { name: 'Issue licence' }).click();
  await expect.element(opened.screen.getByRole('heading', { name: /is ready$/ })).toBeVisible();
  return opened;
}

const send = () => page.getByRole('button', { name: 'Send by e-mail' });

test('one press sends a licence by e-mail, and the state of the e-mail is updated', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { screen, server } = await openResult();
  await expect.element(screen.getByText('Sends the code and the file to ada.lovelace@office.example.')).toBeVisible();
  await send().click();
  await expect.element(screen.getByText('Waiting to be sent')).toBeVisible();
  await expect.element(send()).not.toBeInTheDocument();
  expect(server.requests(licenses.send).map(({ params }) => params)).toEqual([{ id: 42, licenseId: 1 }]);
  server.answer(licenses.get, () => createLicense({ mail: 'queued' }));
  wait();
  await expect.poll(() => server.requests(licenses.get)).toHaveLength(1);
  server.answer(licenses.get, () => createLicense({ mail: 'sent' }));
  wait();
  await expect.element(screen.getByText('Sent by e-mail')).toBeVisible();
  await expectAccessible();
  wait();
  expect(server.requests(licenses.get)).toHaveLength(2);
});

test('an e-mail in a demo stays in the outbox, where it can be read', async () => {
  const { screen } = await openResult(undefined, { ...setup, demo: true });
  await send().click();
  await expect.element(screen.getByText('Waiting to be sent')).toBeVisible();
  await expect.element(screen.getByText(/sign in as administrator/)).toBeVisible();
  await expect.element(screen.getByText(/as soon as the mail server accepts it/)).not.toBeInTheDocument();
});

test('an e-mail that could not be delivered shows an error and what to do', async () => {
  const { screen, server } = await openResult((answering) =>
    answering.answer(licenses.send, () => createLicense({ mail: 'failed' })),
  );
  await send().click();
  await expect.element(screen.getByText('Sent email error')).toBeVisible();
  await expect.element(screen.getByText(/Download the file instead, or send it again/)).toBeVisible();
  await expectAccessible();
  server.answer(licenses.send, () => createLicense({ mail: 'queued' }));
  await screen.getByRole('button', { name: 'Send again' }).click();
  await expect.element(screen.getByText('Waiting to be sent')).toBeVisible();
});

test('a refused press shows the reason beside the button', async () => {
  const { screen } = await openResult((server) =>
    server.answer(licenses.send, () => createRefusal('TOO_MANY_ATTEMPTS')),
  );
  await send().click();
  await expect
    .element(screen.getByRole('main').getByRole('alert'))
    .toMatchTextContent('Sent email error. Too many attempts. Wait a moment, then try again.');
  await expect.element(send()).toBeEnabled();
});

test('a lost connection shows an error', async () => {
  const { screen } = await openResult((server) => server.loseConnection(licenses.send));
  await send().click();
  await expect.element(screen.getByRole('main').getByRole('alert')).toMatchTextContent(/^Sent email error/);
});

const rows: License[] = [
  createLicense({ machineName: 'DESK' }),
  createLicense({ licenseId: 2, machineName: 'LAPTOP', mail: 'failed' }),
  createLicense({ licenseId: 3, machineName: 'OLD', status: 'Expired', expiryDate: createDay(-3) }),
];

test('each active licence in the list can be sent by e-mail, and the list is updated', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { screen, server } = await openPortal({
    at: '/account',
    user: createUser('OEM'),
    answers: (answering) => {
      answerLicenses(answering);
      answering.answer(licenses.list, () => createPage(...rows));
    },
  });
  const row = (name: RegExp) => screen.getByRole('row', { name });
  await expect.element(row(/LAPTOP/)).toMatchTextContent(/Send again.*Sent email error.*Download it instead/);
  await expect.element(row(/OLD/).getByRole('button', { name: /Send/ })).not.toBeInTheDocument();
  const queued = rows.map((each) => (each.licenseId === 1 ? { ...each, mail: 'queued' as const } : each));
  server.answer(licenses.list, () => createPage(...queued));
  await screen.getByRole('button', { name: 'Send by e-mail licence of DESK' }).click();
  await expect.element(row(/DESK/).getByText('Waiting to be sent')).toBeVisible();
  const sent = rows.map((each) => (each.licenseId === 1 ? { ...each, mail: 'sent' as const } : each));
  server.answer(licenses.list, () => createPage(...sent));
  wait();
  await expect.element(row(/DESK/).getByText('Sent by e-mail')).toBeVisible();
});
