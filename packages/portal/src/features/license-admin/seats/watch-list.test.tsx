import { watchList } from '@basics/contract/license-admin/watch-list.ts';
import type { LostMachine } from '@basics/contract/license-admin/watch-list.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { openOwnPcs, openPcsOfUser, toolUsage } from '#portal/testing/pages/user-machines.tsx';

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
