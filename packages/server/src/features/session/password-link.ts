import type { resetPasswordBody } from '@basics/contract/session.ts';
import type * as z from 'zod/mini';
import { lockUser } from '#server/database/database.ts';
import type { Database, Trx } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Clock } from '#server/platform/clock.ts';
import { createDeviceId } from '#server/platform/http/device-cookie.ts';
import { isLinkReplaced, readOneTimeToken, useOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import type { Passwords } from '#server/platform/security/passwords.ts';
import { problem } from '#server/platform/problem.ts';
import type { Origin } from '#server/platform/http/mount.ts';
import type { Tokens } from '#server/platform/security/session-token.ts';
import { claimLinkAttempt } from '#server/platform/security/link-attempts.ts';
import { findOwnDevice, rememberDevice } from './known-devices.repository.ts';
import { linkPurposes, canHavePassword, toRecipient, refuseCommonPassword, replacePassword } from './new-password.ts';
import { openSession } from './open-session.ts';
import type { SecondStep } from './second-step.ts';
import { isFirstAdministratorUnset } from '#server/features/users/first-administrator.repository.ts';
import { activateApproved, findAccount } from './password.repository.ts';

export type PasswordLinkDependencies = {
  database: Database;
  clock: Clock;
  passwords: Passwords;
  queueLetter: QueueLetter;
  tokens: Tokens;
  secondStep: Pick<SecondStep, 'kindsOf'>;
};

type PasswordResetReply = { received: true; deviceId: string; token?: string };
type PasswordByLink = { token: string; passwordHash: string; origin: Origin; needsSecondStep: boolean };

/** Sets a password with a link from an e-mail: for a user who forgot the password, or for a new account. */
export function passwordLinkService(dependencies: PasswordLinkDependencies) {
  const { database, clock, passwords, secondStep } = dependencies;
  const db = database.kysely;

  return {
    async checkLink({ token }: { token: string }, origin: Origin) {
      const link = await requireLinkWithLimit(token, origin);
      const needsSetUp = isFirstAdministratorUnset(link.account);
      return {
        purpose: needsSetUp ? ('setUp' as const) : link.purpose,
        login: needsSetUp ? '' : link.account.login,
        validUntil: new Date(link.validUntil).toISOString(),
      };
    },

    /**
     * Sets the password. An activation also signs the user in, because the link proves access to the mailbox. A
     * password reset never signs the user in.
     */
    async reset(request: z.infer<typeof resetPasswordBody>, origin: Origin): Promise<PasswordResetReply> {
      const { account } = await requireLinkWithLimit(request.token, origin);
      // The first administrator must also enter an e-mail address, so the call `setUp` is required instead.
      if (isFirstAdministratorUnset(account)) throw problem('LINK_NOT_VALID');
      refuseCommonPassword(request.password, account);
      const passwordHash = await passwords.hash(request.password);
      const needsSecondStep = (await secondStep.kindsOf(account.id)).length > 0;
      const passwordByLink = { token: request.token, passwordHash, origin, needsSecondStep };
      return {
        received: true,
        ...(await database.transact((trx) => setPasswordByLink(dependencies, trx, passwordByLink))),
      };
    },
  };

  async function requireLinkWithLimit(token: string, { address }: Origin) {
    const attempt = await claimLinkAttempt(db, address, clock());
    const link = await requireLink(token);
    await attempt.giveBack();
    return link;
  }

  async function requireLink(token: string) {
    const link = await readOneTimeToken(db, { purposes: linkPurposes, token, now: clock() });
    const account = link?.userId == null ? undefined : await findAccount(db, link.userId);
    const purpose = linkPurposes.find((linkPurpose) => linkPurpose === link?.purpose);
    if (!link && (await isLinkReplaced(db, { purposes: linkPurposes, token }))) throw problem('LINK_REPLACED');
    if (!link || !purpose || !account || !canHavePassword(account)) throw problem('LINK_NOT_VALID');
    return { purpose, account, validUntil: link.expiresAt };
  }
}

export type PasswordLinkService = ReturnType<typeof passwordLinkService>;

/** Sets the password, and returns the id of the device and, after an activation, the token of the new session. */
async function setPasswordByLink(
  { clock, queueLetter, tokens }: PasswordLinkDependencies,
  trx: Trx,
  { token, passwordHash, origin, needsSecondStep }: PasswordByLink,
): Promise<{ deviceId: string; token?: string }> {
  const at = clock();
  const link = await useOneTimeToken(trx, { purposes: linkPurposes, token, now: at });
  if (link?.userId == null || !(await lockUser(trx, link.userId))) throw problem('LINK_NOT_VALID');
  const account = await findAccount(trx, link.userId);
  if (!account || !canHavePassword(account) || isFirstAdministratorUnset(account)) throw problem('LINK_NOT_VALID');
  const deviceId = (await findOwnDevice(trx, origin.device, account.login)) ?? createDeviceId();
  await replacePassword(trx, account.id, passwordHash, at);
  // The link proves access to the mailbox, so the device becomes known: password guesses by other people must not block
  // the user on this device.
  await rememberDevice(trx, { userId: account.id, deviceId, at });
  const isActivated = await activateApproved(trx, account.id, at);
  await queueLetter(trx, { kind: 'passwordChanged', ...toRecipient(account), at });
  await recordAudit(trx, {
    at,
    actorId: account.id,
    requestId: origin.requestId,
    action: isActivated ? 'session.activate' : 'session.resetPassword',
    subject: { kind: 'user', id: account.id },
    ...(isActivated && { before: { status: 'approved' }, after: { status: 'active' } }),
  });
  if (!isActivated || needsSecondStep) return { deviceId };
  const user = { userId: account.id, login: account.login, profileID: account.profileId };
  return { deviceId, ...(await openSession(trx, { user, action: 'session.signIn', origin, at, tokens })) };
}
