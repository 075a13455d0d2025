import type { Database } from '#server/database/database.ts';
import type { NewRow } from '#server/database/schema.ts';
import { rewriteSearchTexts } from '#server/features/users/list/search-users.repository.ts';
import { foldText } from '#server/platform/search/search-text.ts';

/** Creates a complete row of `users`, by default an active customer of Basics Blue. */
export function createUserRow(values: Partial<NewRow<'users'>> & { login: string }): NewRow<'users'> {
  return {
    loginFold: values.login.toLowerCase(),
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
    ...values,
  };
}

/** Writes the search texts of all users that a test has inserted without them. */
export async function writeMissingSearchTexts({ kysely, transact }: Database): Promise<void> {
  const users = await kysely
    .selectFrom('users')
    .leftJoin('userSearch', 'userSearch.userId', 'users.id')
    .select('users.id')
    .where('userSearch.userId', 'is', null)
    .execute();
  const ids = users.map(({ id }) => id);
  for (let from = 0; from < ids.length; from += 500)
    // oxlint-disable-next-line no-await-in-loop -- a statement can have only a limited number of parameters
    await transact((trx) => rewriteSearchTexts(trx, ids.slice(from, from + 500)));
}

let helpRequestCount = 0;

/** Creates a complete row of `help_requests`, by default an open help request of a customer who has too many PCs. */
export function createHelpRequestRow(
  values: Partial<NewRow<'helpRequests'>> & { userId: number },
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
    ...values,
  };
}

let machineCount = 0;

/** Creates a complete row of `machines`, by default a PC with the tool Basics. */
export function createMachineRow(
  values: Partial<NewRow<'machines'>> & { userId: number; name: string },
): NewRow<'machines'> {
  machineCount += 1;
  const fingerprint = values.fingerprint ?? machineCount.toString(16).padStart(32, '0');
  const firstSeenAt = values.firstSeenAt ?? Date.parse('2026-03-01T12:00:00Z');
  return {
    toolId: 'basics',
    fingerprint,
    scheme: 1,
    anchor: fingerprint,
    anchoredAt: firstSeenAt,
    nameFold: foldText(values.name),
    firstSeenAt,
    ...values,
  };
}

let licenseCount = 0;

/** Creates a complete row of `licenses` without a signature, by default valid until the end of 2026. */
export function createLicenseRow(
  values: Partial<NewRow<'licenses'>> & { userId: number; machineId: number; keyId: string },
): NewRow<'licenses'> {
  licenseCount += 1;
  return {
    licenceUid: licenseCount.toString(16).padStart(16, '0'),
    toolId: 'basics',
    brandId: 'blue',
    verificationHash: licenseCount.toString(16).padStart(64, '0'),
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
    issuedAt: Date.parse('2026-03-01T12:00:00Z') + licenseCount,
    notBefore: Date.parse('2026-03-01T12:00:00Z'),
    expiresAt: Date.parse('2026-12-31T23:59:59Z'),
    graceDays: 14,
    issuedBy: values.userId,
    ...values,
  };
}
