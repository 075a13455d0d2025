import { licenseAdmin, type Machine } from '@basics/contract/license-admin/license-admin.ts';
import { users } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import {
  createMachine,
  createToolUsage,
  answerLicenseAdmin,
  createLicenseDetails,
  createOwnedLicense,
} from '#portal/testing/records/license-admin.ts';
import {
  createDay,
  createLicense,
  answerLicenses,
  createEntitlement,
  createEntitlements,
  createNewLicense,
  createPreview,
  createVerificationCode,
} from '#portal/testing/records/licenses.ts';
import {
  removedPc,
  openOwnPcs,
  openPcsOfUser,
  locatePc,
  openPcMenu,
  toolUsage,
  expiredPc,
  expiringPc,
} from '#portal/testing/pages/user-machines.tsx';
import { createUserRecord, answerUsers } from '#portal/testing/records/users.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { createHelpRequest } from '#portal/testing/records/help-requests.ts';
import { watchList, type LostMachine } from '@basics/contract/license-admin/watch-list.ts';

async function pressRemove(name: string): Promise<void> {
  await openPcMenu(name);
  await page.getByRole('button', { name: `Remove PC (${name})` }).click();
}

test('the page of the PCs shows the seats, and each PC once, the next to renew first', async () => {
  const { screen } = await openOwnPcs();
  await expect
    .element(screen.getByRole('main'))
    .toMatchTextContent(/2 of 3 seats.*A licence can be moved to another PC 2 more times until 5 March 2027/);
  await expect.element(locatePc('DESKTOP-4F7K2QX')).toMatchTextContent(/renew from .*365 days left.*Until/);
  await expect.element(locatePc('WS-3')).toMatchTextContent(/expired 3 days ago/);
  const names = screen
    .getByRole('main')
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('a')?.textContent);
  expect(names).toEqual(['WS-3', 'LAPTOP-7', 'DESKTOP-4F7K2QX']);
  await page.getByText('1 PC removed').click();
  await expect.element(locatePc('OLD-1')).toMatchTextContent(/removed on 5 Mar 2026/);
  await expectAccessible();
});

test('39 PCs have rows of at most 60 px on a phone that say what the PC is, a search and the PCs that need their owner, and the address keeps both (T1086)', async () => {
  await page.viewport(390, 844);
  const license = createNewLicense({ licenseId: 9, machineName: 'STUDIO-01', expiryDate: createDay(377) });
  const others = Array.from({ length: 37 }, (_, index) =>
    createMachine({ machineId: 100 + index, name: `PC-${index}` }),
  );
  const studio = createMachine({ machineId: 15, name: 'STUDIO-01', license });
  const usage = createToolUsage({ seatsUsed: 39, seatsAllowed: 50, machines: [expiringPc, studio, ...others] });
  const { screen, address } = await openOwnPcs([usage]);
  const main = screen.getByRole('main');
  await expect.element(locatePc('LAPTOP-7')).toBeVisible();
  const rows = main.getByRole('listitem');
  expect(rows.elements()).toHaveLength(39);
  for (const row of rows.elements()) expect(row.getBoundingClientRect().height).toBeLessThanOrEqual(60);
  await expect.element(rows.filter({ hasText: 'PC-36' }).getByText(/^Basics 1\.0\.1/)).toBeVisible();
  await expectAccessible();
  await page.getByRole('radio', { name: 'Expire soon (1)' }).click();
  await expect.poll(() => rows.elements().length).toBe(1);
  expect(address()).toBe('/pcs?show=soon');
  await page.getByRole('radio', { name: 'Not installed (1)' }).click();
  await expect.element(locatePc('STUDIO-01')).toMatchTextContent(/Not installed yet/);
  await page.getByRole('radio', { name: 'All (39)' }).click();
  await page.getByRole('searchbox', { name: 'Find a PC' }).fill('pc-3');
  await expect.poll(address).toBe('/pcs?pc=pc-3');
  await expect.poll(() => rows.elements().length).toBe(8);
  await page.getByRole('searchbox', { name: 'Find a PC' }).fill('nothing');
  await expect.element(page.getByText('No PC matches.')).toBeVisible();
});

test('only staff see that the parts of a PC change often, but staff and the owner see that a PC is a virtual machine or a copy', async () => {
  const weeklyChanges = createMachine({ partChanges: { week: 4, month: 6 } });
  const monthlyChanges = createMachine({ machineId: 12, name: 'LAPTOP-7', partChanges: { week: 2, month: 3 } });
  const rareChanges = createMachine({ machineId: 13, name: 'WS-3', partChanges: { week: 2, month: 2 } });
  const usageWithChanges = createToolUsage({ machines: [weeklyChanges, monthlyChanges, rareChanges] });
  usageWithChanges.machines.push(
    createMachine({ machineId: 14, name: 'CLONE-2', traits: ['virtual', 'standIn', 'copied'] }),
  );
  const { screen } = await openPcsOfUser([usageWithChanges]);
  await expect
    .element(locatePc('CLONE-2'))
    .toMatchTextContent(/virtual machine · identity made up by the tool · same machine ID/);
  await expect.element(locatePc('DESKTOP-4F7K2QX')).toMatchTextContent(/parts changed 4 times this week/);
  await expect.element(locatePc('LAPTOP-7')).toMatchTextContent(/parts changed 3 times in 30 days/);
  await expect.element(locatePc('WS-3')).not.toMatchTextContent(/parts changed/);
  await screen.unmount();
  await openOwnPcs([usageWithChanges]);
  await expect.element(locatePc('DESKTOP-4F7K2QX')).not.toMatchTextContent(/parts changed/);
});

test('only if no move is left, staff see when the next one is available', async () => {
  await openPcsOfUser([{ ...toolUsage, movesUsed: 3 }]);
  await expect.element(page.getByText('A licence can be moved to another PC from 5 March 2027.')).toBeVisible();
});

test('a valid licence that never opens for renewal, such as a trial, has no button to renew it', async () => {
  const trialPc = createMachine({ renewalOpens: null, license: createLicense({ expiryDate: createDay(30) }) });
  await openOwnPcs([createToolUsage({ machines: [trialPc] })]);
  await expect.element(locatePc('DESKTOP-4F7K2QX')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Renew/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^Renew/ })).not.toBeInTheDocument();
});

test('a link with the fragment #pcs scrolls to the PCs', async () => {
  await openPcsOfUser(undefined, undefined, '/users/101#pcs');
  const pcs = page.getByRole('region', { name: 'PCs' });
  await expect.element(pcs).toHaveFocus();
  await expect.element(locatePc('DESKTOP-4F7K2QX')).toBeInViewport();
  await expect.element(pcs).toHaveFocus();
});

test('a user without PCs sees how to get a licence', async () => {
  const { screen } = await openOwnPcs([createToolUsage({ seatsUsed: 0, machines: [] })]);
  await expect.element(page.getByText('No PC has a licence yet.')).toBeVisible();
  await expect.element(screen.getByRole('main').getByRole('link', { name: 'Get a licence' })).toBeVisible();
});

test('if a user has PCs with two tools, the seats and the PCs have the names of the tools', async () => {
  await openOwnPcs([toolUsage, createToolUsage({ tool: 'other', toolName: 'Other' })]);
  await expect.element(page.getByText('Basics 2 of 3 seats · Other 1 of 2 seats')).toBeVisible();
  await expect.element(locatePc('Other 1.0.1')).toBeVisible();
});

test('PCs that cannot be loaded can be retried', async () => {
  const { server } = await openOwnPcs([], (fakeServer) =>
    fakeServer.answer(licenseAdmin.machines, () => createRefusal('INTERNAL')),
  );
  await expect.element(page.getByText('The PCs could not be loaded.')).toBeVisible();
  server.answer(licenseAdmin.machines, () => ({ items: [toolUsage] }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(locatePc('WS-3')).toBeVisible();
});

describe('a PC can be removed', () => {
  test('a PC that cannot be identified is removed although no move is left, and without a reason', async () => {
    const machine = createMachine({ traits: ['notIdentified'] });
    await openPcsOfUser([createToolUsage({ movesUsed: 3, machines: [machine] })]);
    await expect.element(locatePc('DESKTOP-4F7K2QX')).toMatchTextContent(/its licence works on no PC/);
    await pressRemove('DESKTOP-4F7K2QX');
    const dialog = page.getByRole('alertdialog', { name: 'Remove DESKTOP-4F7K2QX?' });
    await expect.element(dialog).toMatchTextContent(/The removal does not count as a PC change/);
    await expect.element(dialog.getByRole('textbox')).not.toBeInTheDocument();
    await expect.element(dialog.getByRole('button', { name: 'Remove DESKTOP-4F7K2QX' })).toBeVisible();
  });

  test('a PC is removed after the dialog shows the effect', async () => {
    const { server } = await openOwnPcs([toolUsage], (fakeServer) =>
      fakeServer.answer(licenseAdmin.release, () =>
        createToolUsage({ seatsUsed: 1, movesUsed: 2, machines: [removedPc] }),
      ),
    );
    await pressRemove('DESKTOP-4F7K2QX');
    const dialog = page.getByRole('alertdialog', { name: 'Remove DESKTOP-4F7K2QX?' });
    await expect.element(dialog).toMatchTextContent(/keeps working until/);
    await expect.element(dialog).toMatchTextContent(/This counts as a PC change. You will have 1 PC change left/);
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Remove DESKTOP-4F7K2QX' }).click();
    await expect.element(page.getByText('DESKTOP-4F7K2QX was removed. You can license another PC')).toBeVisible();
    expect(server.requests(licenseAdmin.release)).toMatchObject([{ params: { id: 42, machineId: 11 }, body: {} }]);
    await expect.poll(() => server.requests(licenseAdmin.machines).length).toBeGreaterThan(1);
  });

  test('if the user cancels the dialog, no PC is removed', async () => {
    const { server } = await openOwnPcs();
    await pressRemove('DESKTOP-4F7K2QX');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    expect(server.requests(licenseAdmin.release)).toEqual([]);
  });

  const allMovesUsed = { ...toolUsage, movesUsed: 3 };

  test('an owner without moves cannot remove a PC, and sees when the next move is free and a link to support', async () => {
    await openOwnPcs([allMovesUsed]);
    await pressRemove('DESKTOP-4F7K2QX');
    const dialog = page.getByRole('alertdialog');
    await expect
      .element(dialog)
      .toMatchTextContent(
        /All 3 PC changes of the last 12 months are used.*The next PC change is available on 5 March 2027/,
      );
    await expect
      .element(dialog.getByRole('link', { name: 'Contact support' }))
      .toHaveAttribute(
        'href',
        expect.stringMatching(/^mailto:support@blue\.example\?subject=Remove%20my%20PC%20DESKTOP/),
      );
    expect(dialog.getByRole('button', { name: /^Remove/ }).elements()).toEqual([]);
  });

  test('staff remove a PC beyond the limit with a reason', async () => {
    const { server } = await openPcsOfUser([allMovesUsed], (fakeServer) =>
      fakeServer.answer(licenseAdmin.release, () => toolUsage),
    );
    await pressRemove('DESKTOP-4F7K2QX');
    const dialog = page.getByRole('alertdialog');
    const reason = dialog.getByRole('textbox', { name: 'Reason' });
    await expect.element(reason).toHaveFocus();
    await dialog.getByRole('button', { name: /^Remove/ }).click();
    await expect.element(reason).toHaveAccessibleDescription(new RegExp(fieldMessages.reason));
    await expectAccessible();
    await reason.fill('It burnt');
    await dialog.getByRole('button', { name: /^Remove/ }).click();
    await expect.element(page.getByText(/was removed/)).toBeVisible();
    expect(server.requests(licenseAdmin.release)).toMatchObject([
      { params: { id: 101, machineId: 11 }, body: { overrideReason: 'It burnt' } },
    ]);
  });

  test('a typed reason for a move beyond the limit is restored after a reload', async () => {
    const { screen } = await openPcsOfUser([allMovesUsed]);
    const reason = page.getByRole('alertdialog').getByRole('textbox', { name: 'Reason' });
    await pressRemove('DESKTOP-4F7K2QX');
    await reason.fill('It burnt');
    await screen.unmount();

    await openPcsOfUser([allMovesUsed]);
    await pressRemove('DESKTOP-4F7K2QX');
    await expect.element(reason).toHaveValue('It burnt');
  });

  test('if the last move was used in the meantime, the dialog asks staff for a reason', async () => {
    await openPcsOfUser([toolUsage], (fakeServer) =>
      fakeServer.answer(licenseAdmin.release, () => createRefusal('MOVE_LIMIT')),
    );
    await pressRemove('DESKTOP-4F7K2QX');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect.element(page.getByRole('alertdialog').getByRole('textbox', { name: 'Reason' })).toBeVisible();
  });

  test('if the removal of a PC fails, the dialog shows an error', async () => {
    await openOwnPcs([toolUsage], (fakeServer) => fakeServer.answer(licenseAdmin.release, () => createRefusal('BUSY')));
    await pressRemove('DESKTOP-4F7K2QX');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect.element(page.getByRole('alertdialog')).toMatchTextContent(/The PC was not removed/);
  });
});

test.each([
  ['suspended', /is suspended, so no licence can be issued\. Reinstate the user first/],
  ['approved', /No licence can be issued until this user has set a password/],
] as const)('a user with the status %s gets no licence, and the page shows why', async (status, blockedReason) => {
  await openPcsOfUser([toolUsage], (server) => server.answer(users.get, () => createUserRecord({ status })));
  await expect.element(page.getByRole('region', { name: 'PCs' })).toMatchTextContent(blockedReason);
  expect(page.getByRole('link', { name: 'Issue a licence' }).elements()).toEqual([]);
});

describe('only staff can revoke', () => {
  test('staff can revoke a licence in the menu of its PC', async () => {
    const { server } = await openPcsOfUser([toolUsage], (fakeServer) =>
      fakeServer.answer(licenseAdmin.revoke, () => createLicense({ userId: 101, status: 'Revoked' })),
    );
    await page.getByRole('button', { name: 'More for DESKTOP-4F7K2QX' }).click();
    await page.getByRole('button', { name: 'Revoke the licence for DESKTOP-4F7K2QX' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke the licence for DESKTOP-4F7K2QX?' });
    const reason = dialog.getByRole('textbox', { name: 'Reason' });
    await expect.element(reason).toHaveFocus();
    const buttons = dialog.getByRole('button').elements().slice(-2);
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Cancel', 'Revoke licence']);
    await reason.fill('Stolen');
    await dialog.getByRole('button', { name: 'Revoke licence' }).click();
    await expect.element(page.getByText('The licence for DESKTOP-4F7K2QX was revoked')).toBeVisible();
    expect(server.requests(licenseAdmin.revoke)).toMatchObject([
      { params: { licenseId: 1 }, body: { reason: 'Stolen' } },
    ]);
  });

  test('owners cannot revoke their own licences', async () => {
    await openOwnPcs(undefined, undefined, '/pcs/licences');
    await expect.element(page.getByRole('row', { name: /^LAPTOP-7/ })).toBeVisible();
    expect(page.getByRole('button', { name: /Revoke/ }).elements()).toEqual([]);
  });
});

const { machine } = createLicenseDetails();

test('the panel of a licence shows how often the parts of its PC changed, and lists the parts', async () => {
  const user = createUser('Salesman');
  await openPortal({
    at: '/licenses?license=1',
    user,
    prepareServer: (server) => {
      answerUsers(server, user.permissions, []);
      answerLicenses(server);
      answerLicenseAdmin(server, [createOwnedLicense({ licenseId: 1 })]);
      server.answer(licenseAdmin.get, () =>
        createLicenseDetails({
          licenseId: 1,
          machine: {
            ...machine,
            partChanges: { week: 4, month: 4 },
            parts: [{ at: '2026-03-05T10:00:00.000Z', fingerprint: '83224618f33f14c1489dff9200000000' }],
          },
        }),
      );
    },
  });
  const panel = page.getByRole('dialog');
  await expect.element(panel).toMatchTextContent(/On this PC, parts changed 4 times this week/);
  const partsList = panel.getByRole('list', { name: 'Changed parts' });
  await expect.element(partsList).toMatchTextContent(/Other parts from .*2026.*83224618f33f14c1489dff9200000000/);
  await expectAccessible();
});

const openHome = (...machines: Machine[]) =>
  openOwnPcs([createToolUsage({ machines, seatsUsed: 2, seatsAllowed: 3 })], undefined, '/');

test('Home says what is urgent, lists the PCs by expiry date with the days left, and renews with one press', async () => {
  const renewedLicense = createLicense({ licenseId: 9, machineName: 'LAPTOP-7', expiryDate: createDay(377) });
  const { screen, server, address } = await openHome(expiredPc, createMachine(), expiringPc, removedPc);
  server.answer(licenses.renew, () => renewedLicense);
  const pcs = screen.getByRole('region', { name: 'Your PCs' });
  await expect
    .element(pcs)
    .toMatchTextContent(
      /2 of 3 seats.*WS-3.*expired 3 days ago.*LAPTOP-7.*12 days left.*DESKTOP-4F7K2QX.*365 days left/,
    );
  await expect.element(pcs).not.toMatchTextContent(/OLD-1/);
  await expect
    .element(screen.getByRole('heading', { level: 1 }))
    .toMatchTextContent('The licence of WS-3 has expired. LAPTOP-7 expires in 12 days.');
  await expect
    .element(screen.getByRole('link', { name: 'Renew WS-3' }))
    .toHaveAttribute('href', '/license/verify?renew=WS-3');
  await expectAccessible();
  await pcs.getByRole('button', { name: 'Renew the licence for LAPTOP-7' }).click();
  await expect.poll(address).toBe('/license/9');
  expect(server.requests(licenses.renew).map(({ params }) => params)).toEqual([{ id: 42, licenseId: 2 }]);
});

test('Home says which PC waits for its licence, and its row has at most 60 px and leads to the page of the licence', async () => {
  const license = createNewLicense({ licenseId: 9, machineName: 'STUDIO-01', expiryDate: createDay(377) });
  const { screen } = await openHome(expiringPc, createMachine({ machineId: 15, name: 'STUDIO-01', license }));
  const pcs = screen.getByRole('region', { name: 'Your PCs' });
  await expect
    .element(screen.getByRole('heading', { level: 1 }))
    .toMatchTextContent('LAPTOP-7 expires in 12 days. STUDIO-01 waits for its licence.');
  await expect.element(screen.getByRole('button', { name: 'Renew LAPTOP-7' })).toBeVisible();
  await expect.element(pcs).toMatchTextContent(/LAPTOP-7.*STUDIO-01.*Not installed yet/);
  await expect.element(pcs.getByRole('link', { name: 'STUDIO-01', exact: true })).toHaveAttribute('href', '/license/9');
  await expect.element(pcs.getByRole('link', { name: 'Install (STUDIO-01)' })).toHaveAttribute('href', '/license/9');
  await page.viewport(390, 844);
  for (const row of pcs.getByRole('listitem').elements())
    expect(row.getBoundingClientRect().height).toBeLessThanOrEqual(62);
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
  const tools = screen.getByRole('region', { name: 'Your tools' });
  await tools.getByRole('button', { name: 'Ask Simon Aasen to extend it' }).click();
  await expect.element(tools.getByText('Help request sent to Simon Aasen')).toBeVisible();
  expect(tools.getByRole('button').elements()).toHaveLength(0);
});

test('staff give more time on the page of the customer, and are not led to their own account (T787)', async () => {
  await openPcsOfUser([createToolUsage({ machines: [{ ...expiringPc, grantEndsOn: createDay(12) }] })]);
  await expect.element(page.getByRole('link', { name: /\(LAPTOP-7\)$/ })).toHaveAttribute('href', '/users/101/edit');
});

test('of many PCs, Home lists those that need their owner, with a link to all PCs', async () => {
  const { screen, address } = await openHome(
    expiringPc,
    ...Array.from({ length: 7 }, (_, index) => createMachine({ machineId: index, name: `PC-${index}` })),
  );
  const pcs = screen.getByRole('region', { name: 'Your PCs' });
  await expect.element(pcs).toMatchTextContent(/LAPTOP-7.*All 8 PCs/);
  expect(pcs.getByRole('listitem').elements()).toHaveLength(1);
  await pcs.getByRole('link', { name: 'All 8 PCs' }).click();
  await expect.poll(address).toBe('/pcs');
});

test('a customer without PCs sees what to do', async () => {
  const { screen } = await openHome();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Get your first licence.' })).toBeVisible();
  await expectAccessible();
});

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
  await openPcMenu('LAPTOP-7');
  await page.getByRole('button', { name: 'Lost or stolen (LAPTOP-7)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report LAPTOP-7 as lost' });
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

test('when all seats are used, the page shows when the next seat is free', async () => {
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
  const seats = page.getByRole('list', { name: 'PCs in use' });
  await expect.element(seats).toMatchTextContent(/WS-9.*LAPTOP-7.*DESKTOP-4F7K2QX No seat/);
  await expect.element(seats).not.toMatchTextContent(/WS-3/);
  await page.getByText('Free a seat', { exact: true }).click();
  await expect.element(page.getByText('Until 30 June 2027')).toBeVisible();
  await expectAccessible();
  server.answer(licenseAdmin.release, () => createToolUsage());
  server.answer(licenses.issue, () => createPreview());
  await page.getByRole('button', { name: 'Remove PC (LAPTOP-7)' }).click();
  await page.getByRole('button', { name: 'Remove LAPTOP-7' }).click();
  await expect.element(page.getByRole('button', { name: 'Issue licence' })).toBeVisible();
});
