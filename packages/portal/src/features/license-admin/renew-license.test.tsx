import { bulkLicenses } from '@basics/contract/bulk.ts';
import { licenseAdmin } from '@basics/contract/license-admin.ts';
import { licenses } from '@basics/contract/licenses.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { createToolUsage } from '#portal/testing/license-admin.ts';
import { createLicense } from '#portal/testing/licenses.ts';
import {
  expiredPc,
  expiringPc,
  openOwnPcs,
  openPcsOfUser,
  locatePc,
  toolUsage,
} from '#portal/testing/user-machines.tsx';

const locateRenewButton = (name: string) => locatePc(name).getByRole('button', { name: /^Renew/ });
const renewedLicense = createLicense({ licenseId: 9, machineName: 'LAPTOP-7', expiryDate: '2028-03-01' });

test('one button renews a valid licence and downloads its new file', async () => {
  const { server } = await openOwnPcs([toolUsage], (fakeServer) => {
    fakeServer.answer(licenses.renew, () => renewedLicense);
    fakeServer.answer(licenses.download, () => ({
      bytes: new TextEncoder().encode('renewed'),
      name: 'new.lic',
      type: 'x/y',
    }));
  });
  await expect.element(locateRenewButton('DESKTOP-4F7K2QX')).not.toBeInTheDocument();
  await locateRenewButton('LAPTOP-7').click();
  await expect.element(page.getByText(/^The licence for LAPTOP-7 is valid until 1 March 2028/)).toBeVisible();
  expect(server.requests(licenses.renew)).toMatchObject([{ params: { id: 42, licenseId: 2 } }]);
  expect(server.requests(licenses.download)).toMatchObject([{ params: { licenseId: 9 } }]);
  await expect.poll(() => server.requests(licenseAdmin.machines).length).toBeGreaterThan(1);
});

test('the link of a reminder opens a dialog with one button that renews the licence', async () => {
  const { server, address } = await openOwnPcs(
    [toolUsage],
    (fakeServer) => fakeServer.answer(licenses.renew, () => renewedLicense),
    '/account?renew=2',
  );
  await expect.element(page.getByRole('dialog', { name: 'Renew the licence for LAPTOP-7?' })).toBeVisible();
  const renewButton = page.getByRole('button', { name: 'Renew licence' });
  await expect.element(renewButton).toHaveFocus();
  await renewButton.click();
  await expect.element(page.getByText(/^The licence for LAPTOP-7 is valid until 1 March 2028/)).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(server.requests(licenses.renew)).toMatchObject([{ params: { id: 42, licenseId: 2 } }]);
  await expect.poll(address).toBe('/account');
});

test('the link of a reminder of several licences opens a dialog that renews all of them with one button', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const secondPc = { ...expiringPc, machineId: 15, license: createLicense({ licenseId: 5, machineName: 'WS-9' }) };
  const { server, address } = await openOwnPcs(
    [createToolUsage({ machines: [expiringPc, secondPc] }), { ...createToolUsage({ machines: [] }), tool: 'other' }],
    (fakeServer) => fakeServer.answer(licenses.renew, () => renewedLicense),
    '/account?renew=all',
  );
  const dialog = page.getByRole('dialog', { name: 'Renew the licences of 2 PCs?' });
  await expect.element(dialog).toMatchTextContent(/LAPTOP-7: expires on .*WS-9: expires on/);
  await expectAccessible();
  const renewButton = dialog.getByRole('button', { name: 'Renew 2 licences' });
  await expect.element(renewButton).toHaveFocus();
  await renewButton.click();
  await expect.element(page.getByText(/^2 licences renewed/)).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.requests(licenses.renew).map(({ params }) => params.licenseId)).toEqual([2, 5]);
  await expect.poll(address).toBe('/account');
});

test.each([3, 99])(
  'the link of a reminder shows a message for licence %i, which cannot be renewed',
  async (licenseId) => {
    const { server } = await openOwnPcs([toolUsage], undefined, `/account?renew=${licenseId}`);
    await expect.element(page.getByText('This licence cannot be renewed now')).toBeVisible();
    expect(server.requests(licenses.renew)).toEqual([]);
  },
);

test.each(['2', 'all'])(
  'the page of a reminder link (renew=%s) says that the grant of the tool expires together with the licence',
  async (renewal) => {
    const pcEndingWithGrant = { ...expiringPc, grantEndsOn: '2027-12-31' };
    const machines = [createToolUsage({ machines: [pcEndingWithGrant] })];
    const { server } = await openOwnPcs(machines, undefined, `/account?renew=${renewal}`);
    await expect.element(page.getByRole('dialog')).toMatchTextContent(/has the tool until 31 December 2027/);
    expect(server.requests(licenses.renew)).toEqual([]);
  },
);

test('a refused renewal shows the reason', async () => {
  await openOwnPcs([toolUsage], (fakeServer) =>
    fakeServer.answer(licenses.renew, () => createRefusal('NOT_RENEWABLE')),
  );
  await locateRenewButton('LAPTOP-7').click();
  await expect.element(page.getByText(/^This licence cannot be renewed without a code/)).toBeVisible();
});

test('one button renews several licences and saves their files as one ZIP file', async () => {
  const savedFileNames: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    savedFileNames.push(this.download);
  });
  const anotherMachine = {
    ...expiringPc,
    machineId: 15,
    name: 'WS-9',
    license: createLicense({ licenseId: 5, machineName: 'WS-9' }),
  };
  const { server } = await openOwnPcs(
    [createToolUsage({ machines: [expiringPc, anotherMachine, expiredPc] })],
    (fakeServer) => fakeServer.answer(licenses.renew, () => renewedLicense),
  );
  await page.getByRole('button', { name: 'Renew 2 licences' }).click();
  await expect.element(page.getByText(/^2 licences renewed/)).toBeVisible();
  expect(server.requests(licenses.renew).map(({ params }) => params)).toMatchObject([
    { licenseId: 2 },
    { licenseId: 5 },
  ]);
  expect(server.requests(licenses.download)).toHaveLength(2);
  expect(savedFileNames).toEqual([expect.stringMatching(/^Basics_licences_\d{4}-\d\d-\d\d\.zip$/)]);
});

test('if one of several licences cannot be renewed, the files of the other licences are saved and the reason is shown', async () => {
  const saveClick = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const createRenewablePc = (licenseId: number) => ({
    ...expiringPc,
    machineId: licenseId,
    license: createLicense({ licenseId, machineName: `WS-${licenseId}` }),
  });
  const { server } = await openOwnPcs(
    [createToolUsage({ machines: [5, 6, 7].map(createRenewablePc) })],
    (fakeServer) =>
      fakeServer.answer(licenses.renew, ({ params }) =>
        params.licenseId === 6 ? createRefusal('NOT_RENEWABLE') : { ...renewedLicense, licenseId: params.licenseId },
      ),
    '/account?renew=all',
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Renew 3 licences' }).click();
  await expect
    .element(page.getByText(/^2 licences renewed, 1 not renewed: This licence cannot be renewed without a code/))
    .toBeVisible();
  expect(server.requests(licenses.download).map(({ params }) => params.licenseId)).toEqual([5, 7]);
  expect(saveClick).toHaveBeenCalledOnce();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('the renewal of an expired licence needs a new code, and the page for the code explains how to create it', async () => {
  const { address } = await openOwnPcs();
  await locatePc('WS-3')
    .getByRole('link', { name: /^Renew/ })
    .click();
  await expect.poll(address).toBe('/license/verify?renew=WS-3');
  await expect.element(page.getByText('Renew the licence for WS-3')).toBeVisible();
  await expect.element(page.getByText('basics code --renew')).toBeVisible();
  await expect.element(page.getByText('basics code', { exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByText(/you lose no time by renewing early/)).toBeVisible();
});

test('staff renew a licence on behalf of its user', async () => {
  const { address } = await openPcsOfUser();
  await locatePc('WS-3')
    .getByRole('link', { name: /^Renew/ })
    .click();
  await expect.poll(address).toBe('/license/verify?renew=WS-3&user=101');
});

test('staff renew the licences of five PCs of a customer by pressing two buttons: the preview opens at once, and the owner gets an e-mail', async () => {
  const ids = [21, 22, 23, 24, 25];
  const machines = ids.map((id) => ({
    ...expiringPc,
    machineId: id,
    name: `WS-${id}`,
    license: createLicense({ licenseId: id, machineName: `WS-${id}` }),
  }));
  const { server } = await openPcsOfUser([createToolUsage({ machines })], (fakeServer) =>
    fakeServer.answer(bulkLicenses.changeMany, ({ body }) => ({
      results: body.ids.map((id) => ({ id, outcome: 'done' as const })),
    })),
  );
  await page.getByRole('button', { name: 'Renew and send 5 licences…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Renew or send 5 licences' });
  await expect.element(dialog).toMatchTextContent(/5 of 5 would be changed.*WS-21: Possible/);
  await dialog.getByRole('button', { name: 'Do it for 5' }).click();
  await expect.element(dialog).toMatchTextContent(/5 of 5 were changed.*WS-25: Done/);
  expect(server.requests(bulkLicenses.changeMany).map(({ body }) => body)).toEqual([
    { ids, change: 'renewAndSend', preview: true },
    { ids, change: 'renewAndSend', preview: false },
  ]);
});
