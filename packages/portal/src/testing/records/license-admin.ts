import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import type { LicenseDetails, Machine, OwnedLicense, ToolUsage } from '@basics/contract/license-admin/license-admin.ts';
import type { FakeServer } from '../fake-server.ts';
import { createDay, createLicense } from './licenses.ts';
import { createUserPage } from './users.ts';

/** Creates a licence with its owner, by default Grace Hopper of Harbour Design in Germany. */
export const createOwnedLicense = (change: Partial<OwnedLicense> = {}): OwnedLicense => ({
  ...createLicense({ userId: 101 }),
  owner: {
    userId: 101,
    firstName: 'Grace',
    lastName: 'Hopper',
    login: 'grace.hopper@harbour.example',
    company: 'Harbour Design',
    country: 'DE',
  },
  ...change,
});

export const createLicenseDetails = (change: Partial<LicenseDetails> = {}): LicenseDetails => {
  const ownedLicense = createOwnedLicense(change);
  const { licenseId, status, issuedAt, expiryDate } = ownedLicense;
  return {
    ...ownedLicense,
    licenseUid: 'a1a2a3a4a5a6a7a8',
    machine: {
      machineId: 11,
      fingerprint: '83224618f33f14c1489dff92507dcf97',
      firstSeenAt: '2026-03-01T10:00:00.000Z',
      releasedAt: null,
      partChanges: { week: 0, month: 0 },
      parts: [],
    },
    verification: { reason: 'renew', createdAt: '2026-03-01T09:55:00.000Z' },
    issuedBy: 'Grace Hopper',
    overrideReason: null,
    revoked: null,
    replacedAt: null,
    history: [{ licenseId, status, issuedAt, expiryDate }],
    ...change,
  };
};

/** Creates a PC, by default with a licence that is valid for another year and cannot be renewed yet. */
export const createMachine = (change: Partial<Machine> = {}): Machine => ({
  machineId: 11,
  name: 'DESKTOP-4F7K2QX',
  firstSeenAt: '2025-12-11T10:00:00.000Z',
  holdsSeat: true,
  releasedAt: null,
  license: createLicense(),
  renewalOpens: `${createDay(335)}T23:59:59.000Z`,
  grantEndsOn: null,
  partChanges: { week: 0, month: 0 },
  traits: [],
  ...change,
});

/** Creates the licence status of a user for a tool, by default with one of two PCs in use and no move used. */
export const createToolUsage = (change: Partial<ToolUsage> = {}): ToolUsage => ({
  tool: 'basics',
  toolName: 'Basics',
  seatsUsed: 1,
  seatsAllowed: 2,
  movesUsed: 0,
  movesAllowed: 3,
  nextMoveAt: null,
  machines: [createMachine()],
  ...change,
});

/** Answers the calls about licences: the server has these licences, for any user. */
export function answerLicenseAdmin(server: FakeServer, licenseList: readonly OwnedLicense[]): void {
  server.answer(licenseAdmin.search, () => createUserPage(...licenseList));
  server.answer(licenseAdmin.get, ({ params }) =>
    createLicenseDetails(licenseList.find(({ licenseId }) => licenseId === params.licenseId) ?? {}),
  );
}
