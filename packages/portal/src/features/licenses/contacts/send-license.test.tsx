import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { licenses, type License } from '@basics/contract/licenses/licenses.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import {
  answerLicenses,
  createDay,
  createLicense,
  createLicensePage,
  createOverview,
} from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

afterEach(() => {
  vi.useRealTimers();
});

/** Advances the clock by 5 s, so that the page loads the state of the e-mail again. */
const advancePolling = (): unknown => vi.advanceTimersByTime(5000);

const openLicensePage = (prepareServer: (server: FakeServer) => void = () => {}) =>
  openPortal({
    at: '/license/1',
    user: createUser('DesignerOffice'),
    prepareServer: (server) => {
      answerLicenses(server);
      prepareServer(server);
    },
  });

const locateSendButton = () => page.getByRole('button', { name: 'E-mail it to me' });

test('a button sends a licence by e-mail, and the page updates the state of the e-mail (T126)', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { screen, server } = await openLicensePage();
  await expect.element(locateSendButton()).toBeVisible();
  server.answer(licenseAdmin.overview, () => createOverview({ mail: 'queued' }));
  await locateSendButton().click();
  await expect.element(screen.getByText('On its way to your e-mail')).toBeVisible();
  await expect.element(locateSendButton()).not.toBeInTheDocument();
  expect(server.requests(licenses.send).map(({ params }) => params)).toEqual([{ id: 42, licenseId: 1 }]);
  server.answer(licenseAdmin.overview, () => createOverview({ mail: 'sent' }));
  advancePolling();
  await expect.element(screen.getByText('Also in your e-mail')).toBeVisible();
  await expectAccessible();
});

test('an e-mail that could not be delivered shows an error and what to do', async () => {
  const { screen } = await openLicensePage((server) =>
    server.answer(licenseAdmin.overview, () => createOverview({ mail: 'failed' })),
  );
  await expect
    .element(screen.getByText('Sent email error. Download the file instead, or send it again.'))
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Send again' })).toBeVisible();
});

test('a refused e-mail shows the reason beside the button (T127)', async () => {
  const { screen } = await openLicensePage((server) =>
    server.answer(licenses.send, () => createRefusal('TOO_MANY_ATTEMPTS')),
  );
  await locateSendButton().click();
  await expect
    .element(screen.getByRole('main').getByRole('alert'))
    .toMatchTextContent('Sent email error. Too many attempts. Wait a moment, then try again.');
  await expect.element(locateSendButton()).toBeEnabled();
});

test('a lost connection while sending a licence shows an error', async () => {
  const { screen } = await openLicensePage((server) => server.loseConnection(licenses.send));
  await locateSendButton().click();
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
    at: '/pcs/licences',
    user: createUser('OEM'),
    prepareServer: (fakeServer) => {
      answerLicenses(fakeServer);
      fakeServer.answer(licenses.list, () => createLicensePage(...rows));
    },
  });
  const locateRow = (name: RegExp) => screen.getByRole('row', { name });
  await expect.element(locateRow(/LAPTOP/)).toMatchTextContent(/Sent email error.*Download the licence instead/);
  await expect.element(locateRow(/OLD/).getByRole('button', { name: /^More/ })).not.toBeInTheDocument();
  const openMenu = (pc: string) => screen.getByRole('button', { name: `More for the licence of ${pc}` }).click();
  await openMenu('LAPTOP');
  await expect.element(screen.getByRole('button', { name: 'Send again licence of LAPTOP' })).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await openMenu('DESK');
  const queuedRows = rows.map((license) =>
    license.licenseId === 1 ? { ...license, mail: 'queued' as const } : license,
  );
  server.answer(licenses.list, () => createLicensePage(...queuedRows));
  await screen.getByRole('button', { name: 'Send by e-mail licence of DESK' }).click();
  await expect.element(locateRow(/DESK/).getByText('Waiting to be sent')).toBeVisible();
  const sentRows = rows.map((license) => (license.licenseId === 1 ? { ...license, mail: 'sent' as const } : license));
  server.answer(licenses.list, () => createLicensePage(...sentRows));
  advancePolling();
  await expect.element(locateRow(/DESK/).getByText('Sent by e-mail')).toBeVisible();
});
