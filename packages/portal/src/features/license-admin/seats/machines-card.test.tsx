import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { users } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { createMachine, createToolUsage } from '#portal/testing/records/license-admin.ts';
import { createDay, createLicense } from '#portal/testing/records/licenses.ts';
import { removedPc, openOwnPcs, openPcsOfUser, locatePc, toolUsage } from '#portal/testing/pages/user-machines.tsx';
import { createUserRecord } from '#portal/testing/records/users.ts';

const locateRemoveButton = (name: string) => page.getByRole('button', { name: `Remove PC (${name})` });

test('the card of PCs shows how many seats and moves are used, and each PC with the state of its licence', async () => {
  await openOwnPcs();
  await expect.element(page.getByText('2 of 3 PCs in use; 1 of 3 moves used.')).toBeVisible();
  await expect
    .element(locatePc('DESKTOP-4F7K2QX'))
    .toMatchTextContent(/Licence until .* \(in 365 days\) .*· can be renewed from/);
  await expect.element(locatePc('WS-3')).toMatchTextContent(/Licence expired on .* \(3 days ago\)/);
  await page.getByText('1 PC removed').click();
  await expect.element(locatePc('OLD-1')).toMatchTextContent(/removed on 5 March 2026/);
  await expectAccessible();
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

test('only if no move is left, the card says when the next one is available', async () => {
  await openOwnPcs([{ ...toolUsage, movesUsed: 3 }]);
  await expect
    .element(page.getByText('2 of 3 PCs in use; 3 of 3 moves used, the next one is available on 5 March 2027.'))
    .toBeVisible();
});

test('a valid licence that never opens for renewal, such as a trial, has no button to renew it', async () => {
  const trialPc = createMachine({ renewalOpens: null, license: createLicense({ expiryDate: createDay(30) }) });
  await openOwnPcs([createToolUsage({ machines: [trialPc] })]);
  await expect.element(locatePc('DESKTOP-4F7K2QX')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Renew/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^Renew/ })).not.toBeInTheDocument();
});

test('a link with the fragment #pcs scrolls to the PCs', async () => {
  await openOwnPcs(undefined, undefined, '/account#pcs');
  const pcs = page.getByRole('region', { name: 'PCs' });
  await expect.element(pcs).toHaveFocus();
  await expect.element(locatePc('DESKTOP-4F7K2QX')).toBeInViewport();
  await expect.element(pcs).toHaveFocus();
});

test('for a user without PCs, the card shows that no PC is in use and no move is used', async () => {
  await openOwnPcs([createToolUsage({ seatsUsed: 0, machines: [] })]);
  await expect.element(page.getByText('0 of 2 PCs in use; 0 of 3 moves used.')).toBeVisible();
  await expect.element(page.getByText('No PC has a licence yet.')).toBeVisible();
});

test('if a user has PCs with two tools, the card shows the name of each tool', async () => {
  await openOwnPcs([toolUsage, createToolUsage({ tool: 'other', toolName: 'Other' })]);
  await expect.element(page.getByRole('heading', { name: 'Other' })).toBeVisible();
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
    await locateRemoveButton('DESKTOP-4F7K2QX').click();
    const dialog = page.getByRole('alertdialog', { name: 'Remove DESKTOP-4F7K2QX?' });
    await expect.element(dialog).toMatchTextContent(/The removal does not count as a move/);
    await expect.element(dialog.getByRole('textbox')).not.toBeInTheDocument();
    await expect.element(dialog.getByRole('button', { name: 'Remove DESKTOP-4F7K2QX' })).toBeVisible();
  });

  test('a PC is removed after the dialog shows the effect', async () => {
    const { server } = await openOwnPcs([toolUsage], (fakeServer) =>
      fakeServer.answer(licenseAdmin.release, () =>
        createToolUsage({ seatsUsed: 1, movesUsed: 2, machines: [removedPc] }),
      ),
    );
    await locateRemoveButton('DESKTOP-4F7K2QX').click();
    const dialog = page.getByRole('alertdialog', { name: 'Remove DESKTOP-4F7K2QX?' });
    await expect.element(dialog).toMatchTextContent(/keeps working until/);
    await expect.element(dialog).toMatchTextContent(/This counts as a move. You will have 1 move left/);
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Remove DESKTOP-4F7K2QX' }).click();
    await expect.element(page.getByText('DESKTOP-4F7K2QX was removed. You can license another PC')).toBeVisible();
    expect(server.requests(licenseAdmin.release)).toMatchObject([{ params: { id: 42, machineId: 11 }, body: {} }]);
    await expect.poll(() => server.requests(licenseAdmin.machines).length).toBeGreaterThan(1);
  });

  test('if the user cancels the dialog, no PC is removed', async () => {
    const { server } = await openOwnPcs();
    await locateRemoveButton('DESKTOP-4F7K2QX').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    expect(server.requests(licenseAdmin.release)).toEqual([]);
  });

  const allMovesUsed = { ...toolUsage, movesUsed: 3 };

  test('an owner without moves cannot remove a PC, and sees when the next move is free and a link to support', async () => {
    await openOwnPcs([allMovesUsed]);
    await locateRemoveButton('DESKTOP-4F7K2QX').click();
    const dialog = page.getByRole('alertdialog');
    await expect
      .element(dialog)
      .toMatchTextContent(/All 3 moves of the last 12 months are used.*The next move is available on 5 March 2027/);
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
    await locateRemoveButton('DESKTOP-4F7K2QX').click();
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
    await locateRemoveButton('DESKTOP-4F7K2QX').click();
    await reason.fill('It burnt');
    await screen.unmount();

    await openPcsOfUser([allMovesUsed]);
    await locateRemoveButton('DESKTOP-4F7K2QX').click();
    await expect.element(reason).toHaveValue('It burnt');
  });

  test('if the last move was used in the meantime, the dialog asks staff for a reason', async () => {
    await openPcsOfUser([toolUsage], (fakeServer) =>
      fakeServer.answer(licenseAdmin.release, () => createRefusal('MOVE_LIMIT')),
    );
    await locateRemoveButton('DESKTOP-4F7K2QX').click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect.element(page.getByRole('alertdialog').getByRole('textbox', { name: 'Reason' })).toBeVisible();
  });

  test('if the removal of a PC fails, the dialog shows an error', async () => {
    await openOwnPcs([toolUsage], (fakeServer) => fakeServer.answer(licenseAdmin.release, () => createRefusal('BUSY')));
    await locateRemoveButton('DESKTOP-4F7K2QX').click();
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
  await expect.element(page.getByRole('region', { name: 'Licences' })).toMatchTextContent(blockedReason);
  expect(page.getByRole('link', { name: 'Issue a licence' }).elements()).toEqual([]);
});

describe('only staff can revoke', () => {
  test('staff can revoke a licence in the list of licences of a user', async () => {
    const { server } = await openPcsOfUser([toolUsage], (fakeServer) =>
      fakeServer.answer(licenseAdmin.revoke, () => createLicense({ userId: 101, status: 'Revoked' })),
    );
    await page.getByRole('button', { name: 'Revoke the licence for DESKTOP-4F7K2QX' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke the licence for DESKTOP-4F7K2QX?' });
    const reason = dialog.getByRole('textbox', { name: 'Reason' });
    await expect.element(reason).toHaveFocus();
    expect(
      dialog
        .getByRole('button')
        .elements()
        .slice(-2)
        .map(({ textContent }) => textContent),
    ).toEqual(['Cancel', 'Revoke licence']);
    await reason.fill('Stolen');
    await dialog.getByRole('button', { name: 'Revoke licence' }).click();
    await expect.element(page.getByText('The licence for DESKTOP-4F7K2QX was revoked')).toBeVisible();
    expect(server.requests(licenseAdmin.revoke)).toMatchObject([
      { params: { id: 101, licenseId: 1 }, body: { reason: 'Stolen' } },
    ]);
  });

  test('owners cannot revoke their own licences', async () => {
    await openOwnPcs();
    await expect.element(page.getByRole('row', { name: /^LAPTOP-7/ })).toBeVisible();
    expect(page.getByRole('button', { name: /Revoke/ }).elements()).toEqual([]);
  });
});
