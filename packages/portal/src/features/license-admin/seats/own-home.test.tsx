import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { expect, test } from 'vitest';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { expiringPc, openOwnPcs, openPcMenu, toolUsage } from '#portal/testing/pages/user-machines.tsx';
import { createMachine, createToolUsage } from '#portal/testing/records/license-admin.ts';
import { createDay, createLicense, createNewLicense } from '#portal/testing/records/licenses.ts';

/** Opens the home page of a customer with a PC whose licence expires in 12 days, and one that waits for its licence, which expires in 10. */
function openHome() {
  const license = createNewLicense({ licenseId: 9, machineName: 'STUDIO-01', expiryDate: createDay(10) });
  const { renewalOpens } = expiringPc;
  const studio = createMachine({ machineId: 15, name: 'STUDIO-01', license, renewalOpens });
  return openOwnPcs([createToolUsage({ machines: [expiringPc, studio] })], undefined, '/');
}

test('if the large button of Home renews several licences, the row of the most urgent PC can still renew its own', async () => {
  const { screen } = await openHome();
  await expect.element(screen.getByRole('button', { name: 'Renew 2 licences' })).toBeVisible();
  const pcs = screen.getByRole('region', { name: 'Your PCs' });
  await expect.element(pcs.getByRole('button', { name: 'Renew the licence for LAPTOP-7' })).toBeVisible();
});

test('after Home has renewed several licences, the dialog with their files stays, although nothing can be renewed any more', async () => {
  const { screen, server } = await openHome();
  server.answer(licenses.renew, ({ params }) => {
    server.answer(licenseAdmin.machines, () => ({ items: [createToolUsage({ machines: [createMachine()] })] }));
    return createLicense({ licenseId: params.licenseId + 100, expiryDate: createDay(377) });
  });
  await screen.getByRole('button', { name: 'Renew 2 licences' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Renew 2 licences' }).click();
  await expect.element(screen.getByText('Everything is licensed.')).toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: 'Download all' })).toBeVisible();
});

test('Home names a PC that expired long ago, as the list of PCs does, until the PC is removed', async () => {
  const license = createLicense({ machineName: 'COUNTER-01', status: 'Expired', expiryDate: createDay(-135) });
  const counter = createMachine({ machineId: 16, name: 'COUNTER-01', holdsSeat: false, license, renewalOpens: null });
  const { screen } = await openOwnPcs([createToolUsage({ machines: [createMachine(), counter] })], undefined, '/');
  await expect
    .element(
      screen.getByRole('heading', {
        level: 1,
        name: 'The licence of COUNTER-01 has expired. Renew it or remove the PC.',
      }),
    )
    .toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Renew COUNTER-01' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'All 2 PCs' })).toHaveAttribute('href', '/pcs');
});

test('Home counts all PCs that the page of the PCs lists, which offers a licence for each without one', async () => {
  const createExpired = (machineId: number, name: string, days: number) => {
    const license = createLicense({ machineName: name, status: 'Expired', expiryDate: createDay(days) });
    return createMachine({ machineId, name, holdsSeat: false, license, renewalOpens: null });
  };
  const unlicensed = createMachine({ machineId: 33, name: 'BARE', holdsSeat: false, license: null });
  const machines = [expiringPc, createExpired(31, 'LATE', -65), createExpired(32, 'DEAD', -435), unlicensed];
  const { screen } = await openOwnPcs([createToolUsage({ machines })], undefined, '/');
  await expect
    .element(
      screen.getByRole('heading', {
        level: 1,
        name: 'LAPTOP-7 expires in 12 days. The licences of 2 PCs have expired.',
      }),
    )
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Renew LAPTOP-7' })).toBeVisible();
  const pcs = screen.getByRole('region', { name: 'Your PCs' });
  await pcs.getByRole('link', { name: 'All 4 PCs' }).click();
  await expect.element(screen.getByRole('main').getByRole('listitem').nth(3)).toMatchTextContent(/^BARE/);
  await expect
    .element(screen.getByRole('link', { name: 'Get a licence (BARE)' }))
    .toHaveAttribute('href', '/license/verify');
});

test('Home says first what its large button renews, then that PCs have expired, also if another PC waits for its licence (T1004)', async () => {
  const createExpired = (machineId: number, name: string) => {
    const license = createLicense({ machineName: name, status: 'Expired', expiryDate: createDay(-65) });
    return createMachine({ machineId, name, holdsSeat: false, license, renewalOpens: null });
  };
  const license = createNewLicense({ licenseId: 9, machineName: 'NEW', expiryDate: createDay(300) });
  const waiting = createMachine({ machineId: 34, name: 'NEW', license });
  const machines = [expiringPc, createExpired(31, 'LATE'), createExpired(32, 'DEAD'), waiting];
  const { screen } = await openOwnPcs([createToolUsage({ machines })], undefined, '/');
  await expect
    .element(screen.getByRole('heading', { level: 1 }))
    .toMatchTextContent('LAPTOP-7 expires in 12 days. The licences of 2 PCs have expired.');
  await expect.element(screen.getByRole('button', { name: 'Renew LAPTOP-7' })).toBeVisible();
});

test('a PC whose licence has expired can be removed, and the dialog says that this is no move', async () => {
  const { screen, server } = await openOwnPcs();
  server.answer(licenseAdmin.release, () => toolUsage);
  await openPcMenu('WS-3');
  await screen.getByRole('button', { name: 'Remove PC (WS-3)' }).click();
  const dialog = screen.getByRole('alertdialog');
  await expect.element(dialog).toMatchTextContent(/takes no seat, and its removal does not count as a PC change/);
  await dialog.getByRole('button', { name: 'Remove WS-3' }).click();
  await expect.poll(() => server.requests(licenseAdmin.release)).toHaveLength(1);
});

test('PCs are listed by what is next to do, so one that expired long ago is below one that expires soon', async () => {
  const createPc = (machineId: number, name: string, days: number) => {
    const license = createLicense({ machineName: name, expiryDate: createDay(days) });
    return createMachine({ machineId, name, license });
  };
  const machines = [createPc(21, 'DEAD', -435), createPc(22, 'LATE', -65), createPc(23, 'FINE', 300), expiringPc];
  const { screen } = await openOwnPcs([createToolUsage({ machines })]);
  await expect.element(screen.getByRole('main')).toMatchTextContent(/LAPTOP-7.*FINE.*LATE.*DEAD/);
});

test('a customer whose PCs have no licence any more reads this', async () => {
  const { screen } = await openOwnPcs(
    [createToolUsage({ machines: [createMachine({ holdsSeat: false, renewalOpens: null, license: null })] })],
    undefined,
    '/',
  );
  await expect.element(screen.getByRole('heading', { level: 1, name: 'No PC has a licence.' })).toBeVisible();
});

test('PCs that cannot be loaded can be retried, and the field for a code is still shown', async () => {
  const { screen, server } = await openOwnPcs(
    [],
    (fakeServer) => fakeServer.answer(licenseAdmin.machines, () => createRefusal('INTERNAL')),
    '/',
  );
  await expect.element(screen.getByText('The PCs could not be loaded.')).toBeVisible();
  await expect.element(screen.getByText(/req-INTERNAL/)).toBeVisible();
  await expect.element(screen.getByLabelText('Verification code')).toBeVisible();
  server.answer(licenseAdmin.machines, () => ({ items: [createToolUsage()] }));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect
    .element(screen.getByRole('heading', { level: 1, name: 'Everything is licensed. Nothing to do.' }))
    .toBeVisible();
});
