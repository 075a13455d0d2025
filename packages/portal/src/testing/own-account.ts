import { secondFactor } from '@basics/contract/second-factor.ts';
import type { SecondFactor } from '@basics/contract/second-factor.ts';
import { session } from '@basics/contract/session.ts';
import type { OwnSession } from '@basics/contract/session.ts';
import type { FakeServer } from './fake-server.ts';

/** The session of this browser unless told. */
export const sessionWith = (change: Partial<OwnSession> = {}): OwnSession => ({
  id: 'this',
  device: 'Chrome on Windows',
  address: '192.0.2.17',
  signedInAt: new Date(Date.now() - 3_600_000).toISOString(),
  lastSeenAt: new Date(Date.now() - 5000).toISOString(),
  current: true,
  ...change,
});

/** An authenticator app unless told. */
export const factorWith = (change: Partial<SecondFactor> = {}): SecondFactor => ({
  id: 1,
  kind: 'totp',
  name: 'Authenticator app',
  createdAt: '2026-09-01T08:00:00.000Z',
  lastUsedAt: null,
  ...change,
});

/** What My Account asks for beside the licences: one session, no second step. */
export function answerOwnAccount(server: FakeServer): void {
  server.answer(session.list, () => ({ items: [sessionWith()] }));
  server.answer(secondFactor.list, () => ({ items: [], recoveryCodesLeft: 0, required: false }));
}
