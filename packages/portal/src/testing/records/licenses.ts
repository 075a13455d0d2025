import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { licenseAdmin, type LicenseOverview } from '@basics/contract/license-admin/license-admin.ts';
import { licenses, type Entitlement, type License, type LicensePreview } from '@basics/contract/licenses/licenses.ts';
import { reminderContacts } from '@basics/contract/licenses/reminder-contacts.ts';
import { tools, type ToolGrant } from '@basics/contract/tools/tools.ts';
import { writeVerificationCode, type VerificationClaims } from '@basics/licensing/verification-code.ts';
import { browserPrimitives } from '#portal/session/codes/browser-primitives.ts';
import type { FakeServer } from '../fake-server.ts';

const daySeconds = 86_400;
export const secondsNow = (): number => Math.floor(Date.now() / 1000);

/** Returns the calendar day that is `days` days from today, in UTC. */
export const createDay = (days: number): string =>
  new Date(Date.now() + days * daySeconds * 1000).toISOString().slice(0, 10);

/** Creates a verification code, by default one that Basics created three minutes ago. */
export const createVerificationCode = (change: Partial<VerificationClaims> = {}): string =>
  writeVerificationCode(
    {
      scheme: 1,
      reason: 'new',
      toolId: 7,
      toolVersion: { major: 1, minor: 0, patch: 1 },
      fingerprint: new Uint8Array(16).fill(7),
      nonce: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8),
      createdAt: secondsNow() - 180,
      machineName: 'DESKTOP-4F7K2QX',
      ...change,
    },
    browserPrimitives,
  );

export const licenseCode =
  'BL-45B4EP-N7M6HA-7955MT-KTG007-040G00-001XNF-V1P0DK-FBMG43-4931HW-SZ2K0M-H7FZJ9-87VKWQ-DN2J8Q-XDAJB2-V4YE4D-4G0ZJV-WNYMJ3-ZBTM7C-NBB20K-W1X5FC-DJ552X-XYJPN6-EPXF4G-65HBRZ-FYAPDS-6M8QDF-S3AK7H-9Z97TB-6DB8W0-R8B98E-WSZ2MG-2MQYKH';

/** Creates a licence, by default one that is installed and valid for another year. */
export const createLicense = (change: Partial<License> = {}): License => ({
  ...createNewLicense(change),
  installedAt: new Date().toISOString(),
  ...change,
});

/** Creates a licence that the portal does not know to be installed. */
export const createNewLicense = (change: Partial<License> = {}): License => ({
  licenseId: 1,
  userId: 42,
  licenseCode,
  expiryDate: createDay(365),
  status: 'Active',
  verificationCode: createVerificationCode(),
  machineName: 'DESKTOP-4F7K2QX',
  version: '1.0.1',
  tool: 'basics',
  brand: 'blue',
  configTools: [],
  issuedAt: new Date().toISOString(),
  mail: 'none',
  ...change,
});

/** Creates what the page of a licence shows, by default of a new licence that is valid for another year. */
export const createOverview = (change: Partial<LicenseOverview> = {}): LicenseOverview => ({
  ...createNewLicense(),
  ownerName: 'Dina Ohlsen',
  toolName: 'Basics',
  fileName: 'Basics_blue_DESKTOP-4F7K2QX_2027-11-21.lic',
  renewedFrom: null,
  acceptedUntil: createDay(379),
  renewalOpens: `${createDay(335)}T23:59:59.000Z`,
  grantEndsOn: null,
  ended: null,
  current: null,
  ...change,
});

/** Creates the preview of a licence, by default for a new code of a new PC. */
export const createPreview = (change: Partial<LicensePreview> = {}): LicensePreview => ({
  machine: { name: 'DESKTOP-4F7K2QX', relation: 'new', license: 'none' },
  tool: 'basics',
  brand: 'blue',
  version: '1.0.1',
  createdAt: new Date((secondsNow() - 180) * 1000).toISOString(),
  clockSkewSeconds: -180,
  offer: { expiryDate: createDay(365), seatsUsed: 0, seatsAllowed: 2, takesSeat: true, movesUsed: 1, movesAllowed: 3 },
  ...change,
});

/** Creates the part of a preview that says that both PCs of the user are in use. */
export const createSeatLimitRefusal = () =>
  ({
    offer: {
      expiryDate: createDay(365),
      seatsUsed: 2,
      seatsAllowed: 2,
      takesSeat: true,
      movesUsed: 0,
      movesAllowed: 3,
    },
    problem: { code: 'SEAT_LIMIT', message: 'All 2 PCs that you can license are in use (A, B).' },
  }) as const;

const brandNames: Readonly<Record<string, string>> = { blue: 'Basics Blue', red: 'Basics Red' };

/** Creates a grant of Basics for each of the given brands. */
export const createGrants = (...brands: string[]): ToolGrant[] =>
  brands.map((brand) => ({
    tool: 'basics',
    toolName: 'Basics',
    brand,
    brandName: brandNames[brand] ?? brand,
    configTools: [],
    addOns: [],
    validFrom: null,
    validTo: null,
  }));

/** Creates an entitlement, by default Basics for Basics Blue without a time limit. */
export const createEntitlement = (change: Partial<Entitlement> = {}): Entitlement => ({
  tool: 'basics',
  toolName: 'Basics',
  brand: 'blue',
  brandName: 'Basics Blue',
  addOns: [],
  validFrom: null,
  validTo: null,
  state: 'valid',
  ...change,
});

/** Creates the entitlements of a user with one salesman. */
export const createEntitlements = (...items: Entitlement[]): Reply<typeof licenses.entitlements> => ({
  company: 'Harbour Design',
  caretakers: { by: 'salesmen', names: ['Simon Aasen'] },
  items,
});

/** Creates a page of a list with the given licences. */
export const createLicensePage = (...items: License[]) => ({ items, total: items.length, pageNumber: 1, pageSize: 20 });

/** Answers the calls about licences for a user with Basics for one brand: the server accepts every code and issues a licence for it. */
export function answerLicenses(server: FakeServer): void {
  server.answer(tools.licensable, () => ({ items: createGrants('blue') }));
  server.answer(reminderContacts.reminderContact, () => ({ address: null }));
  server.answer(licenses.entitlements, () => createEntitlements(createEntitlement()));
  server.answer(licenses.issue, ({ body }) => (body.preview ? createPreview() : createLicense()));
  server.answer(licenseAdmin.overview, ({ params }) => createOverview({ licenseId: params.licenseId }));
  server.answer(licenses.list, () => createLicensePage());
  server.answer(licenses.get, () => createLicense());
  server.answer(licenses.send, () => createLicense({ mail: 'queued' }));
  server.answer(licenses.download, () => ({
    bytes: new TextEncoder().encode('BASICS LICENCE FILE v1\n'),
    name: 'Basics_blue_DESKTOP-4F7K2QX_2027-11-21.lic',
    type: 'application/vnd.basics.licence',
  }));
}
