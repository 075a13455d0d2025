import type { NewRow } from '#server/database/schema.ts';
import { foldText } from '#server/platform/search/search-text.ts';

/** A complete row of `users`, for tests that are not about the user: an active customer of Basics Blue. */
export function createUserRow(but: Partial<NewRow<'users'>> & { login: string }): NewRow<'users'> {
  return {
    loginFold: but.login.toLowerCase(),
    firstName: 'Ada',
    lastName: 'Customer',
    phone: '',
    company: 'Customer Ltd',
    profileId: 7,
    brandId: 'blue',
    country: 'NO',
    language: 'en',
    canReceiveMail: 1,
    status: 'active',
    preferences: '{}',
    createdAt: Date.parse('2026-01-01T00:00:00Z'),
    ...but,
  };
}

let helpRequestCount = 0;

/** A complete row of `help_requests`: one PC too many, open. */
export function createHelpRequestRow(
  but: Partial<NewRow<'helpRequests'>> & { userId: number },
): NewRow<'helpRequests'> {
  helpRequestCount += 1;
  return {
    askedAt: Date.parse('2026-03-10T12:00:00Z'),
    verificationCode: 'BV-0000',
    codeHash: helpRequestCount.toString(16).padStart(64, '0'),
    problemCode: 'SEAT_LIMIT',
    problemMessage: 'All 2 PCs that you can license are in use (A, B).',
    comment: '',
    machineName: 'CAD-07',
    machineFold: 'cad-07',
    state: 'open',
    closingWords: '',
    ...but,
  };
}

let machines = 0;

/** A complete row of `machines`, of a PC with Basics. */
export function createMachineRow(
  but: Partial<NewRow<'machines'>> & { userId: number; name: string },
): NewRow<'machines'> {
  machines += 1;
  return {
    toolId: 'basics',
    fingerprint: machines.toString(16).padStart(32, '0'),
    scheme: 1,
    nameFold: foldText(but.name),
    firstSeenAt: Date.parse('2026-03-01T12:00:00Z'),
    ...but,
  };
}

let licenses = 0;

/** A complete row of `licenses` without a signature, valid until the end of 2026. */
export function createLicenseRow(
  but: Partial<NewRow<'licenses'>> & { userId: number; machineId: number; keyId: string },
): NewRow<'licenses'> {
  licenses += 1;
  return {
    licenceUid: licenses.toString(16).padStart(16, '0'),
    toolId: 'basics',
    brandId: 'blue',
    verificationHash: licenses.toString(16).padStart(64, '0'),
    verificationCode: 'BV-0000',
    verificationReason: 'new',
    toolVersion: '1.0.1',
    fingerprint: '0'.repeat(32),
    entitlementBits: 0,
    configTools: '[]',
    preferences: '{}',
    seq: 1,
    licenceCode: 'BL-0000',
    licenceFile: 'BASICS LICENCE FILE v1',
    issuedAt: Date.parse('2026-03-01T12:00:00Z') + licenses,
    notBefore: Date.parse('2026-03-01T12:00:00Z'),
    expiresAt: Date.parse('2026-12-31T23:59:59Z'),
    graceDays: 14,
    issuedBy: but.userId,
    ...but,
  };
}
