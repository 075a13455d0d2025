import { activation, type WaitingPc } from '@basics/contract/licenses/activation.ts';
import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { expect, test, vi } from 'vitest';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createOwnHelpRequests } from '#portal/testing/records/help-requests.ts';
import {
  answerLicenses,
  createLicense,
  createPreview,
  createVerificationCode,
} from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const user = createUser('DesignerOffice');
const verificationCode = createVerificationCode();

const createWaitingPc = (changes: Partial<WaitingPc> = {}): WaitingPc => ({
  userCode: 'WDJB-MJHT',
  verificationCode,
  askedAt: new Date(Date.now() - 130_000).toISOString(),
  expiresAt: new Date(Date.now() + 770_000).toISOString(),
  address: '192.0.2.7',
  isSameNetwork: true,
  ...changes,
});

const openActivatePage = (at: string, prepareServer: (server: FakeServer) => void = () => {}) =>
  openPortal({
    at,
    user,
    prepareServer: (server) => {
      answerLicenses(server);
      server.answer(activation.findActivation, () => createWaitingPc());
      server.answer(activation.confirmActivation, () => createLicense());
      server.answer(activation.denyActivation, () => undefined);
      prepareServer(server);
    },
  });

test('entering the code of a PC shows its name, time and address, and one button issues its licence (T124)', async () => {
  // The clock is stopped, because the expected text "2 minutes ago" is right for less than a minute.
  vi.useFakeTimers({ toFake: ['Date'] });
  const { screen, server, address } = await openActivatePage('/activate');
  await expect.element(screen.getByLabelText('Code on the PC')).toHaveFocus();
  await expectAccessible();
  await screen.getByLabelText('Code on the PC').fill('wdjb mjht');
  await screen.getByRole('button', { name: 'Find PC' }).click();
  await expect.element(screen.getByRole('heading', { name: 'DESKTOP-4F7K2QX asks for a licence' })).toHaveFocus();
  await expect.element(screen.getByText('WDJB-MJHT', { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/^2 minutes ago \(/)).toBeVisible();
  await expect.element(screen.getByText('192.0.2.7, the network of this browser')).toBeVisible();
  await expect.element(screen.getByText('This will be PC 1 of 2')).toBeVisible();
  expect(screen.getByText('Code created').elements()).toEqual([]);
  await expectAccessible();
  await screen.getByRole('button', { name: 'Issue licence for this PC' }).click();
  await expect.element(screen.getByText(/^Done\. DESKTOP-4F7K2QX installs its licence now/)).toBeVisible();
  expect(address()).toBe('/license/1?activated=yes');
  expect(server.requests(activation.findActivation).map(({ body }) => body)).toEqual([{ userCode: 'wdjb mjht' }]);
  expect(server.requests(activation.confirmActivation).map(({ body }) => body)).toEqual([
    { userCode: 'WDJB-MJHT', tool: 'basics', brand: 'blue' },
  ]);
});

test('a link with the code of a PC in its fragment opens the check of this PC, and the code is removed from the address', async () => {
  const { screen, address } = await openActivatePage('/activate#c=WDJB-MJHT');
  await expect.element(screen.getByRole('heading', { name: 'DESKTOP-4F7K2QX asks for a licence' })).toBeVisible();
  await expect.poll(address).toBe('/activate');
});

test('the page warns when the PC is in another network than the browser', async () => {
  const { screen } = await openActivatePage('/activate#c=WDJB-MJHT', (server) =>
    server.answer(activation.findActivation, () => createWaitingPc({ isSameNetwork: false })),
  );
  await expect.element(screen.getByText(/^192\.0\.2\.7\. This browser is in another network\./)).toBeVisible();
});

test('when the user refuses the request, no licence is issued for the PC (T125)', async () => {
  const { screen, server } = await openActivatePage('/activate#c=WDJB-MJHT');
  await screen.getByRole('button', { name: 'Refuse' }).click();
  await expect.element(screen.getByRole('heading', { name: 'You refused the request' })).toHaveFocus();
  expect(server.requests(activation.denyActivation)).toHaveLength(1);
  expect(server.requests(activation.confirmActivation)).toEqual([]);
});

test('an unknown code shows an error at the field and can be corrected', async () => {
  const { screen } = await openActivatePage('/activate', (server) =>
    server.answer(activation.findActivation, () => createRefusal('ACTIVATION_NOT_FOUND')),
  );
  await screen.getByRole('button', { name: 'Find PC' }).click();
  await expect.element(screen.getByLabelText('Code on the PC')).toHaveAccessibleDescription(/Code is required\./);
  await screen.getByLabelText('Code on the PC').fill('BCDF-GHJK');
  await screen.getByRole('button', { name: 'Find PC' }).click();
  await expect.element(screen.getByText(/^No PC is waiting with this code\./)).toBeVisible();
  await expect.element(screen.getByLabelText('Code on the PC')).toHaveValue('BCDF-GHJK');
});

test('if the licence of a PC is refused, the page shows the reason and the help form, and no button to issue a licence', async () => {
  const { screen } = await openActivatePage('/activate#c=WDJB-MJHT', (server) => {
    server.answer(helpRequests.listOf, () => createOwnHelpRequests());
    server.answer(licenses.issue, () =>
      createPreview({ problem: { code: 'SEAT_LIMIT', message: 'All 2 PCs are in use (A, B).' } }),
    );
  });
  await expect.element(screen.getByRole('alert').getByText('Both your seats are taken')).toBeVisible();
  await expect.element(screen.getByText('Ask Simon Aasen for another seat')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Issue licence for this PC' })).not.toBeInTheDocument();
});

test('a code that already has a licence can still be confirmed for the PC', async () => {
  const { screen } = await openActivatePage('/activate#c=WDJB-MJHT', (server) =>
    server.answer(licenses.issue, () => createPreview({ existingLicenseId: 1 })),
  );
  await screen.getByRole('button', { name: 'Issue licence for this PC' }).click();
  await expect.element(screen.getByText(/^Done\. DESKTOP-4F7K2QX installs its licence now/)).toBeVisible();
});
