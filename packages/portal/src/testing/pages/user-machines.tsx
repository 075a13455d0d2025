import { licenseAdmin, type ToolUsage } from '@basics/contract/license-admin/license-admin.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { page } from 'vitest/browser';
import type { FakeServer } from '../fake-server.ts';
import { createMachine, createToolUsage } from '../records/license-admin.ts';
import { answerLicenses, createDay, createLicense, createLicensePage } from '../records/licenses.ts';
import { createUser } from '../records/people.ts';
import { openPortal } from '../portal.tsx';
import { answerUsers, createUserRecord } from '../records/users.ts';

export const expiringPc = createMachine({
  machineId: 12,
  name: 'LAPTOP-7',
  license: createLicense({ licenseId: 2, machineName: 'LAPTOP-7', expiryDate: createDay(12) }),
  renewalOpens: `${createDay(-18)}T23:59:59.000Z`,
});
export const expiredPc = createMachine({
  machineId: 13,
  name: 'WS-3',
  holdsSeat: false,
  license: createLicense({ licenseId: 3, machineName: 'WS-3', status: 'Expired', expiryDate: createDay(-3) }),
  renewalOpens: null,
});
export const removedPc = createMachine({
  machineId: 14,
  name: 'OLD-1',
  holdsSeat: false,
  license: null,
  renewalOpens: null,
  releasedAt: '2026-03-05T10:00:00.000Z',
});
export const toolUsage = createToolUsage({
  seatsUsed: 2,
  seatsAllowed: 3,
  movesUsed: 1,
  nextMoveAt: '2027-03-05T10:00:00.000Z',
  machines: [createMachine(), expiringPc, expiredPc, removedPc],
});

/** Opens the page of the PCs of a customer, or another page. */
export const openOwnPcs = (
  toolUsages: readonly ToolUsage[] = [toolUsage],
  prepareServer: (server: FakeServer) => void = () => {},
  path = '/pcs',
) =>
  openPortal({
    at: path,
    user: createUser('OEM'),
    prepareServer: (server) => {
      answerLicenses(server);
      server.answer(licenses.list, () => createLicensePage(createLicense({ licenseId: 2, machineName: 'LAPTOP-7' })));
      server.answer(licenseAdmin.machines, () => ({ items: [...toolUsages] }));
      prepareServer(server);
    },
  });

/** Opens the page of user 101, a customer of the signed-in salesman, or another page. */
export const openPcsOfUser = (
  toolUsages: readonly ToolUsage[] = [toolUsage],
  prepareServer: (server: FakeServer) => void = () => {},
  path = '/users/101',
) => {
  const user = createUser('Salesman');
  return openPortal({
    at: path,
    user,
    prepareServer: (server) => {
      answerUsers(server, user.permissions, [createUserRecord()]);
      server.answer(licenses.list, () => createLicensePage(createLicense({ userId: 101 })));
      server.answer(licenseAdmin.machines, () => ({ items: [...toolUsages] }));
      prepareServer(server);
    },
  });
};

/** Opens the menu of a PC, which has the actions that few need. */
export const openPcMenu = (name: string) => page.getByRole('button', { name: `More for ${name}` }).click();

/** Locates the row of a PC. The page of a customer lists the licences in the same way, below the PCs. */
export const locatePc = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first();
