import type { PasskeyAnswer } from '@basics/contract/passkeys.ts';
import type { signInBody } from '@basics/contract/signing-in.ts';
import type * as z from 'zod/mini';
import { lockUser } from '#server/database/database.ts';
import type { Database, Trx } from '#server/database/database.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import type { AfterResponse } from '#server/platform/background/after-response.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { HumanVerification } from '#server/platform/security/human-verification.ts';
import type { MarkPassword } from '#server/platform/security/password-mark.ts';
import type { Passwords } from '#server/platform/security/passwords.ts';
import { createDeviceId } from '#server/platform/http/device-cookie.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import type { Tokens } from '#server/platform/security/session-token.ts';
import { checkCredentials } from './check-credentials.ts';
import { findOwnDevice, rememberDevice } from './known-devices.repository.ts';
import { extendSession, openSession } from './open-session.ts';
import { requireSecondStep } from './second-step.ts';
import type { SecondStep } from './second-step.ts';
import { setPassword } from './password.repository.ts';
import { endSession } from './session.repository.ts';
import { requireSamePassword, requireUsableAccount } from './usable-account.ts';

export type SessionDependencies = {
  database: Database;
  clock: Clock;
  tokens: Tokens;
  passwords: Passwords;
  human: HumanVerification;
  markPassword: MarkPassword;
  queueLetter: QueueLetter;
  afterResponse: AfterResponse;
  secondStep: SecondStep;
};

/**
 * Signs users in and out. Sessions are rows in the database, so a session that has ended is invalid in every server
 * process.
 */
export function sessionService(dependencies: SessionDependencies) {
  const { database, clock, tokens, passwords, secondStep } = dependencies;

  return {
    async signIn(request: z.infer<typeof signInBody>, origin: Origin): Promise<{ token: string; deviceId: string }> {
      const user = await checkCredentials(dependencies, request, origin);
      await requireSecondStep(secondStep, user.userId, request);
      const newHash = passwords.isOutdated(user.passwordHash) ? await passwords.hash(request.password) : null;
      return database.transact(async (trx) => {
        await requireSamePassword(trx, user);
        if (newHash !== null) await setPassword(trx, user.userId, newHash);
        return openOnKnownDevice(trx, user, origin);
      });
    },

    /**
     * Signs in with a passkey. A device uses a passkey only for its owner (fingerprint, face or PIN), so a passkey
     * replaces both steps of a sign-in.
     */
    async signInByPasskey(passkeyAnswer: PasskeyAnswer, origin: Origin): Promise<{ token: string; deviceId: string }> {
      const userId = await secondStep.userOfPasskey(passkeyAnswer, origin.address);
      return database.transact(async (trx) => {
        await lockUser(trx, userId);
        const user = await requireUsableAccount(trx, userId);
        return openOnKnownDevice(trx, user, origin);
      });
    },

    /**
     * Extends the session. The previous token stays valid until it expires, so that the user stays signed in if the
     * response is lost.
     */
    extend(actor: Actor, origin: Origin): Promise<{ token: string }> {
      return database.transact(async (trx) => {
        const at = clock();
        const token = await extendSession(trx, { actor, origin, at, tokens });
        if (token === null) throw problem('NO_SESSION');
        return { token };
      });
    },

    signOut(actor: Actor, origin: Origin): Promise<void> {
      return database.transact(async (trx) => {
        const at = clock();
        await endSession(trx, actor.sessionId, at);
        const auditSubject = { kind: 'user', id: actor.userId } as const;
        const { requestId } = origin;
        await recordAudit(trx, {
          at,
          actorId: actor.userId,
          requestId,
          action: 'session.signOut',
          subject: auditSubject,
        });
      });
    },
  };

  /** Opens a session and remembers the device. */
  async function openOnKnownDevice(trx: Trx, user: Pick<Actor, 'userId' | 'login' | 'profileID'>, origin: Origin) {
    const at = clock();
    const deviceId = (await findOwnDevice(trx, origin.device, user.login)) ?? createDeviceId();
    await rememberDevice(trx, { userId: user.userId, deviceId, at });
    return { ...(await openSession(trx, { user, action: 'session.signIn', origin, at, tokens })), deviceId };
  }
}

export type SessionService = ReturnType<typeof sessionService>;
