import { watchList } from '@basics/contract/license-admin/watch-list.ts';
import type { LostMachine } from '@basics/contract/license-admin/watch-list.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import {
  openOwnPcs,
  openPcsOfUser,
  toolUsage,
  expiredPc,
  expiringPc,
  locatePc,
} from '#portal/testing/pages/user-machines.tsx';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { createToolUsage } from '#portal/testing/records/license-admin.ts';
import { createLicense, createPreview, createVerificationCode } from '#portal/testing/records/licenses.ts';

const lostMachine: LostMachine = {
  machineId: 12,
  machineName: 'LAPTOP-7',
  userId: 101,
  name: 'Grace Hopper',
  company: 'Harbour Design',
  reason: 'Stolen from a car',
  reportedAt: '2026-10-05T10:00:00.000Z',
  reportedBy: 'Grace Hopper',
  seen: { at: '2026-10-07T10:00:00.000Z', by: null },
};

/** Answers like a server with this watch list, from which PCs can be removed. */
function answerWatchList(server: FakeServer, ...items: LostMachine[]): void {
  const listedMachines = [...items];
  server.answer(watchList.lostMachines, () => ({ items: [...listedMachines], hasMore: false }));
  server.answer(watchList.liftLost, () => {
    listedMachines.length = 0;
    return undefined;
  });
}

const openSection = () => page.getByText('Lost PCs', { exact: true }).click();

test('staff see since when a PC is lost and when it was last used, and can remove the PC from the list', async () => {
  const { server } = await openPcsOfUser([toolUsage], (fakeServer) => answerWatchList(fakeServer, lostMachine));
  await openSection();
  const row = page.getByRole('listitem').filter({ hasText: 'Stolen from a car' });
  await expect.element(row).toMatchTextContent(/LAPTOP-7.*reported on .* by Grace Hopper.*code sent on/);
  await expectAccessible();
  await row.getByRole('button', { name: 'PC was found (LAPTOP-7)' }).click();
  await expect.element(page.getByText('No PC was reported lost.')).toBeVisible();
  expect(server.requests(watchList.liftLost).map(({ params }) => params)).toEqual([{ id: 101, machineId: 12 }]);
});

test('a customer reports one of their PCs as lost, with a reason, and cannot remove the PC from the list', async () => {
  const { server } = await openOwnPcs([toolUsage], (fakeServer) => {
    answerWatchList(fakeServer, { ...lostMachine, seen: null });
    fakeServer.answer(watchList.reportLost, () => createRefusal('STALE'));
  });
  await openSection();
  await expect.element(page.getByText(/no code since/)).toBeVisible();
  expect(page.getByRole('button', { name: /PC was found/ }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Report a lost PC' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report a lost PC' });
  await dialog.getByLabelText('PC', { exact: true }).selectOptions('LAPTOP-7');
  await dialog.getByRole('button', { name: 'Report as lost' }).click();
  await expect.element(dialog.getByText('Reason is required.')).toBeVisible();
  await dialog.getByLabelText('What happened?').fill('Left on a train');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Report as lost' }).click();
  await expect.element(dialog.getByText('The PC was not reported')).toBeVisible();
  server.answer(watchList.reportLost, () => undefined);
  await dialog.getByRole('button', { name: 'Report as lost' }).click();
  await expect.element(page.getByText('LAPTOP-7 is on the list of lost PCs')).toBeVisible();
  expect(server.requests(watchList.reportLost).at(-1)).toMatchObject({
    params: { machineId: 12 },
    body: { reason: 'Left on a train' },
  });
});

test('if the user no longer has the PC that was chosen before a reload, the typed reason stays and another PC must be chosen', async () => {
  const { screen } = await openOwnPcs([toolUsage], (fakeServer) => answerWatchList(fakeServer));
  await openSection();
  await page.getByRole('button', { name: 'Report a lost PC' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report a lost PC' });
  await dialog.getByLabelText('PC', { exact: true }).selectOptions('LAPTOP-7');
  await dialog.getByLabelText('What happened?').fill('Left on a train');
  await screen.unmount();
  const machines = toolUsage.machines.filter(({ name }) => name !== 'LAPTOP-7');
  await openOwnPcs([{ ...toolUsage, machines }], (fakeServer) => answerWatchList(fakeServer));
  await openSection();
  await page.getByRole('button', { name: 'Report a lost PC' }).click();
  await expect.element(dialog.getByLabelText('What happened?')).toHaveValue('Left on a train');
  await expect.element(dialog.getByLabelText('PC', { exact: true })).toHaveValue('');
  await expect.element(dialog.getByRole('button', { name: 'Report as lost' })).toBeDisabled();
});

const expiryDate = '2027-02-28';
const nextToExpire = { ...expiringPc, license: createLicense({ licenseId: 2, machineName: 'LAPTOP-7', expiryDate }) };
const expiringLater = {
  ...nextToExpire,
  machineId: 15,
  name: 'WS-9',
  license: createLicense({ expiryDate: '2027-06-30', issuedAt: '2026-06-30T10:00:00.000Z' }),
};
const usageWithoutFreeSeat = createToolUsage({
  seatsUsed: 2,
  seatsAllowed: 2,
  machines: [expiringLater, nextToExpire, expiredPc],
});
const nextSeatText =
  /All are in use\. The next one is free on 1 March 2027, unless the licence for LAPTOP-7 is renewed\./;

test('when all seats are used, My Account shows when the next seat is free', async () => {
  await openOwnPcs([usageWithoutFreeSeat]);
  await expect.element(page.getByText(nextSeatText)).toBeVisible();
});

test('when a code is refused because all seats are used, the page shows the PCs in use, and the user can remove a PC to get the licence', async () => {
  const problem = {
    code: 'SEAT_LIMIT',
    message: 'All 2 PCs that you can license are in use (WS-9, LAPTOP-7).',
  } as const;
  const { server } = await openOwnPcs(
    [usageWithoutFreeSeat],
    (fakeServer) => fakeServer.answer(licenses.issue, () => createPreview({ problem })),
    `/license/verify#c=${createVerificationCode()}`,
  );
  const seatHolders = page.getByRole('region', { name: 'PCs in use' });
  await expect.element(seatHolders).toMatchTextContent(nextSeatText);
  await expect
    .element(locatePc('WS-9'))
    .toMatchTextContent(
      /Licence until 30 June? 2027 \(.*\) · last licence issued on 30 June? 2026 · known since 11 Dec 2025/,
    );
  await expect.element(seatHolders).not.toMatchTextContent(/WS-3/);
  await expectAccessible();
  server.answer(licenseAdmin.release, () => createToolUsage());
  server.answer(licenses.issue, () => createPreview());
  await locatePc('LAPTOP-7')
    .getByRole('button', { name: /^Remove PC/ })
    .click();
  await page.getByRole('button', { name: 'Remove LAPTOP-7' }).click();
  await expect.element(page.getByRole('button', { name: 'Issue licence' })).toBeVisible();
});
