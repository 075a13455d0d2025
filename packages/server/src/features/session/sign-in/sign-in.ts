import type { PasskeyAnswer } from '@basics/contract/second-factor/passkeys.ts';
import type { signInBody } from '@basics/contract/session/signing-in.ts';
import type * as z from 'zod/mini';
import { together } from '#server/database/database.ts';
import type { Trx } from '#server/database/foundation.ts';
import { findPasskeyOwner, requireSecondStep } from '#server/features/second-factor/check-second-step.ts';
import type { ReadCookie } from '#server/platform/http/mount.ts';
import { createDeviceId } from '#server/platform/http/request-origin.ts';
import type { Actor, CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import type { Tokens } from '#server/platform/security/session-token.ts';
import { checkCredentials, type CredentialsContext } from './check-credentials.ts';
import { findOwnDevice, rememberDevice } from './known-devices.repository.ts';
import { openSession } from './open-session.ts';
import { setPassword } from '../passwords/password.repository.ts';
import { connectWorkAccount, requirePasswordAllowed, type WorkAccounts } from '../work-account/work-sign-in.ts';
import { lockCredentials } from '../session.repository.ts';

type SessionContext = Pick<CallContext, 'database' | 'origin' | 'at'> & { tokens: Tokens };
type SessionOfDevice = { token: string; deviceId: string };

/**
 * Signs a user in with the login, the password and, if the user has a second factor, the second step. Sessions are rows in the database, so
 * a session that has ended is invalid in every server process.
 */
export async function signIn(
  context: SessionContext &
    CredentialsContext &
    Pick<CallContext, 'seal' | 'publicUrl'> & { workAccounts: WorkAccounts | null; readCookie: ReadCookie },
  request: z.infer<typeof signInBody>,
): Promise<SessionOfDevice> {
  const { database, db, passwords, workAccounts, readCookie, at, origin } = context;
  const { workAccount: token } = request;
  const user = await checkCredentials(context, request);
  await requireSecondStep(context, { userId: user.userId, source: user.deviceHash ?? 'otherDevices' }, request);
  if (token === undefined) await requirePasswordAllowed(db, workAccounts, { ...user, at });
  const newHash = passwords.isOutdated(user.passwordHash) ? await passwords.hash(request.password) : null;
  return database.transact(async (trx) => {
    await requireSamePassword(trx, user);
    if (newHash !== null) await setPassword(trx, user.userId, newHash);
    if (token !== undefined && workAccounts)
      await connectWorkAccount(trx, workAccounts, { token, readCookie, userId: user.userId, at, origin });
    return openOnKnownDevice(trx, context, { ...user, byWorkAccount: token !== undefined && workAccounts !== null });
  });
}

/** Throws if the password was changed during the sign-in, so that the old password cannot sign in after a reset. */
async function requireSamePassword(trx: Trx, user: { userId: number; passwordHash: string }): Promise<void> {
  const current = await lockCredentials(trx, user.userId);
  if (current?.passwordHash !== user.passwordHash) throw problem('WRONG_CREDENTIALS');
  if (current.status !== 'active') throw problem('ACCOUNT_PROBLEM');
}

/**
 * Signs in with a passkey. A device uses a passkey only for its owner (fingerprint, face or PIN), so a passkey
 * replaces both steps of a sign-in.
 */
export async function signInByPasskey(
  context: SessionContext & Pick<CallContext, 'db' | 'publicUrl'>,
  passkeyAnswer: PasskeyAnswer,
): Promise<SessionOfDevice> {
  const userId = await findPasskeyOwner(context, passkeyAnswer);
  return context.database.transact(async (trx) => {
    const user = await requireUsableAccount(trx, userId);
    return openOnKnownDevice(trx, context, user);
  });
}

/** Locks an active account, and returns the data that a new session needs. Throws ACCOUNT_PROBLEM for any other account. */
async function requireUsableAccount(
  trx: Trx,
  userId: number,
): Promise<{ userId: number; login: string; profileID: number }> {
  const user = await lockCredentials(trx, userId);
  if (!user || user.status !== 'active' || user.profileId === null) throw problem('ACCOUNT_PROBLEM');
  return { userId: user.id, login: user.login, profileID: user.profileId };
}

/** Opens a session and remembers the device. */
async function openOnKnownDevice(
  trx: Trx,
  { origin, at, tokens }: SessionContext,
  { byWorkAccount = false, ...user }: Pick<Actor, 'userId' | 'login' | 'profileID'> & { byWorkAccount?: boolean },
): Promise<SessionOfDevice> {
  const deviceId = (await findOwnDevice(trx, origin.device, user.login)) ?? createDeviceId();
  const [session] = await together(
    openSession(trx, { user, action: 'session.signIn', origin, at, byWorkAccount, tokens }),
    rememberDevice(trx, { userId: user.userId, deviceId, at }),
  );
  return { ...session, deviceId };
}
