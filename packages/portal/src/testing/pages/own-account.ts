import { absenceCalls } from '@basics/contract/users/absences.ts';
import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { reminderContacts } from '@basics/contract/licenses/reminder-contacts.ts';
import { units, type Preferences } from '@basics/contract/users/preferences.ts';
import { secondFactor, type SecondFactor } from '@basics/contract/second-factor/second-factor.ts';
import { session, type OwnSession } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import type { FakeServer } from '../fake-server.ts';
import { createOwnHelpRequests } from '../records/help-requests.ts';
import { createUserRecord } from '../records/users.ts';
import { createEntitlement, createEntitlements } from '../records/licenses.ts';

/** Creates a session of the user, by default the session of this browser. */
export const createOwnSession = (change: Partial<OwnSession> = {}): OwnSession => ({
  id: 'this',
  device: 'Chrome on Windows',
  address: '192.0.2.17',
  signedInAt: new Date(Date.now() - 3_600_000).toISOString(),
  lastSeenAt: new Date(Date.now() - 5000).toISOString(),
  current: true,
  ...change,
});

/** Creates a second factor, by default an authenticator app. */
export const createFactor = (change: Partial<SecondFactor> = {}): SecondFactor => ({
  id: 1,
  kind: 'totp',
  name: 'Authenticator app',
  createdAt: '2026-09-01T08:00:00.000Z',
  lastUsedAt: null,
  ...change,
});

/** Creates the reply with the preferences of a user, by default with the usual values. */
export const createPreferences = (change: Partial<Preferences> = {}, version = 3) => ({
  options: { ...units, priceList: [{ id: 'eu', name: 'Europe 2026' }] },
  values: {
    temperature: 'C' as const,
    weight: 'kg' as const,
    measure: 'm' as const,
    packed: false,
    priceList: null,
    graphThickness: 1,
    ...change,
  },
  version,
});

/** Answers the calls of My Account with usual replies, such as one session and no second factor. */
export function answerOwnAccount(server: FakeServer): void {
  server.answer(helpRequests.listOf, () => createOwnHelpRequests());
  server.answer(reminderContacts.reminderContact, () => ({ address: null }));
  server.answer(absenceCalls.readAbsence, () => ({ absence: null, deputies: [] }));
  server.answer(countrySalesmen.search, () => ({ items: [], total: 0, pageNumber: 1, pageSize: 1 }));
  server.answer(licenses.entitlements, () => createEntitlements(createEntitlement()));
  server.answer(licenses.calendar, () => ({ createdAt: null }));
  server.answer(licenseAdmin.machines, () => ({ items: [] }));
  server.answer(session.list, () => ({ items: [createOwnSession()] }));
  server.answer(users.preferences, () => createPreferences());
  server.answer(users.get, ({ params }) => createUserRecord({ userId: params.id }));
  server.answer(secondFactor.list, () => ({ items: [], recoveryCodesLeft: 0, required: false }));
}
