import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import type { Machine } from '@basics/contract/license-admin/license-admin.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { expect, test } from 'vitest';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { createHelpRequest } from '#portal/testing/records/help-requests.ts';
import { createMachine, createToolUsage } from '#portal/testing/records/license-admin.ts';
import {
  createDay,
  createEntitlement,
  createEntitlements,
  createLicense,
  createNewLicense,
} from '#portal/testing/records/licenses.ts';
import { expiredPc, expiringPc, locatePc, openOwnPcs, removedPc } from '#portal/testing/pages/user-machines.tsx';

const openHome = (...machines: Machine[]) => openOwnPcs([createToolUsage({ machines })], undefined, '/');

test('Home lists the PCs by expiry date with the days left, and renews licences that expire soon', async () => {
  const renewedLicense = createLicense({ licenseId: 9, machineName: 'LAPTOP-7', expiryDate: createDay(377) });
  const { screen, server, address } = await openHome(expiredPc, createMachine(), expiringPc, removedPc);
  server.answer(licenses.renew, () => renewedLicense);
  const pcs = screen.getByRole('region', { name: 'Your PCs' });
  await expect
    .element(pcs)
    .toMatchTextContent(
      /2 PCs with an active licence\. 1 licence expires soon\..*WS-3.*expired 3 days ago.*LAPTOP-7.*12 days left.*DESKTOP-4F7K2QX.*365 days left/,
    );
  await expect.element(pcs).not.toMatchTextContent(/OLD-1/);
  await expectAccessible();
  await pcs.getByRole('button', { name: 'Renew the licence for LAPTOP-7' }).click();
  await expect.poll(address).toBe('/license/9');
  expect(server.requests(licenses.renew).map(({ params }) => params)).toEqual([{ id: 42, licenseId: 2 }]);
});

test('Home lists a PC whose licence is not installed first, with buttons to download and to send it', async () => {
  const license = createNewLicense({ licenseId: 9, machineName: 'STUDIO-01', expiryDate: createDay(377) });
  const { screen } = await openHome(expiringPc, createMachine({ machineId: 15, name: 'STUDIO-01', license }));
  const pcs = screen.getByRole('region', { name: 'Your PCs' });
  await expect.element(pcs).toMatchTextContent(/STUDIO-01.*Not installed yet.*Download.*Send by e-mail.*LAPTOP-7/);
  await expect.element(pcs.getByRole('link', { name: 'STUDIO-01' })).toHaveAttribute('href', '/license/9');
  await expectAccessible();
});

test('a licence that expires together with the grant of its tool has no button to renew, but a link to My Account to ask for more time', async () => {
  const pcEndingWithGrant = { ...expiringPc, grantEndsOn: createDay(12) };
  const { screen, server, address } = await openHome(pcEndingWithGrant);
  server.answer(helpRequests.ask, () => createHelpRequest());
  server.answer(licenses.entitlements, () =>
    createEntitlements(
      createEntitlement({ validTo: createDay(12) }),
      createEntitlement({ brand: 'red', validTo: createDay(31) }),
    ),
  );
  const pcs = screen.getByRole('region', { name: 'Your PCs' });
  await expect.element(pcs).toMatchTextContent(/LAPTOP-7.*12 days left/);
  await expect.element(pcs.getByRole('button', { name: /Renew/ })).not.toBeInTheDocument();
  await pcs.getByRole('link', { name: 'Ask for more time (LAPTOP-7)' }).click();
  await expect.poll(address).toBe('/account');
  await expect
    .element(locatePc('LAPTOP-7'))
    .toMatchTextContent(/cannot be renewed, because the account has the tool until/);
  const tools = screen.getByRole('region', { name: 'What you can use' });
  await tools.getByRole('button', { name: 'Ask Simon Aasen to extend it' }).click();
  await expect.element(tools.getByText('Help request sent to Simon Aasen')).toBeVisible();
  expect(tools.getByRole('button').elements()).toHaveLength(0);
});

test('Home lists at most five PCs, with a link to all PCs', async () => {
  const { screen, address } = await openHome(
    ...Array.from({ length: 7 }, (_, index) => createMachine({ machineId: index, name: `PC-${index}` })),
  );
  const pcs = screen.getByRole('region', { name: 'Your PCs' });
  await expect.element(pcs).toMatchTextContent(/7 PCs with an active licence.*2 more PCs in My Account/);
  expect(pcs.getByRole('listitem').elements()).toHaveLength(5);
  await pcs.getByRole('link', { name: 'All PCs' }).click();
  await expect.poll(address).toBe('/account#pcs');
});

test('a customer without PCs sees what to do', async () => {
  const { screen } = await openHome();
  await expect.element(screen.getByText('No PCs yet')).toBeVisible();
  await expectAccessible();
});

test('a customer whose licences ended long ago sees what to do', async () => {
  const license = createLicense({ status: 'Expired', expiryDate: createDay(-31) });
  const { screen } = await openHome(createMachine({ holdsSeat: false, renewalOpens: null, license }));
  await expect.element(screen.getByText('No PC has an active licence')).toBeVisible();
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
  await expect.element(screen.getByText('1 PC with an active licence.')).toBeVisible();
});
