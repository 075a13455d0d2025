import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import { isStaffProfile } from '@basics/contract/calls/permissions.ts';
import type { session } from '@basics/contract/session/session.ts';
import { lockUser } from '#server/database/database.ts';
import type { Trx } from '#server/database/foundation.ts';
import { listFactorKinds } from '#server/features/second-factor/check-second-step.ts';
import { isFirstAdministratorUnset } from '#server/features/users/access/administrators.repository.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { createDeviceId } from '#server/platform/http/request-origin.ts';
import { isLinkReplaced, readOneTimeToken, useOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { problem } from '#server/platform/problem.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import type { Tokens } from '#server/platform/security/session-token.ts';
import { claimLinkAttempt } from '#server/platform/security/link-limits.ts';
import { findOwnDevice, rememberDevice } from '../sign-in/known-devices.repository.ts';
import { linkPurposes, canHavePassword, toRecipient, refuseCommonPassword, replacePassword } from './new-password.ts';
import { openSession } from '../sign-in/open-session.ts';
import type { WorkAccounts } from '../work-account/work-sign-in.ts';
import { activateApproved, findAccount } from './password.repository.ts';

type LinkContext = Pick<CallContext, 'db' | 'origin' | 'at'>;

/** Returns what a link from an e-mail is for. Throws LINK_NOT_VALID, LINK_REPLACED, TOO_MANY_ATTEMPTS. */
export async function checkLink(
  context: LinkContext,
  { token }: Body<typeof session.checkLink>,
): Promise<Reply<typeof session.checkLink>> {
  const link = await requireLinkWithLimit(context, token);
  const needsSetUp = isFirstAdministratorUnset(link.account);
  return {
    purpose: needsSetUp ? 'setUp' : link.purpose,
    login: needsSetUp ? '' : link.account.login,
    validUntil: new Date(link.validUntil).toISOString(),
  };
}

async function requireLinkWithLimit(context: LinkContext, token: string) {
  const attempt = await claimLinkAttempt(context.db, context.origin.address, context.at);
  const link = await requireLink(context, token);
  await attempt.giveBack();
  return link;
}

async function requireLink({ db, at }: LinkContext, token: string) {
  const link = await readOneTimeToken(db, { purposes: linkPurposes, token, now: at });
  const account = link?.userId == null ? undefined : await findAccount(db, link.userId);
  const purpose = linkPurposes.find((linkPurpose) => linkPurpose === link?.purpose);
  if (!link && (await isLinkReplaced(db, { purposes: linkPurposes, token }))) throw problem('LINK_REPLACED');
  if (!link || !purpose || !account || !canHavePassword(account)) throw problem('LINK_NOT_VALID');
  return { purpose, account, validUntil: link.expiresAt };
}

type ResetContext = LinkContext &
  Pick<CallContext, 'database' | 'passwords' | 'queueLetter'> & {
    tokens: Tokens;
    workAccounts: WorkAccounts | null;
  };
type PasswordResetReply = { received: true; deviceId: string; token?: string };
type PasswordByLink = { token: string; passwordHash: string; needsSecondStep: boolean };

/**
 * Sets a password with a link from an e-mail: for a user who forgot the password, or for a new account. An activation also signs the user
 * in, because the link proves access to the mailbox; staff who need a work account connect it first. A password reset never signs the user in.
 */
export async function resetPassword(
  context: ResetContext,
  { token, password }: Body<typeof session.resetPassword>,
): Promise<PasswordResetReply> {
  const { database, db, passwords } = context;
  const { account } = await requireLinkWithLimit(context, token);
  // The first administrator must also enter an e-mail address, so the call `setUp` is required instead.
  if (isFirstAdministratorUnset(account)) throw problem('LINK_NOT_VALID');
  refuseCommonPassword(password, account);
  const passwordHash = await passwords.hash(password);
  const needsSecondStep = (await listFactorKinds(db, account.id)).length > 0;
  const passwordByLink = { token, passwordHash, needsSecondStep };
  return {
    received: true,
    ...(await database.transact((trx) => setPasswordByLink(trx, context, passwordByLink))),
  };
}

/** Sets the password, and returns the id of the device and, after an activation, the token of the new session. */
async function setPasswordByLink(
  trx: Trx,
  { origin, at, queueLetter, tokens, workAccounts }: ResetContext,
  { token, passwordHash, needsSecondStep }: PasswordByLink,
): Promise<{ deviceId: string; token?: string }> {
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
  const needsWorkAccount = workAccounts?.isRequired === true && isStaffProfile(account.profileId);
  if (!isActivated || needsSecondStep || needsWorkAccount) return { deviceId };
  const user = { userId: account.id, login: account.login, profileID: account.profileId };
  return { deviceId, ...(await openSession(trx, { user, action: 'session.signIn', origin, at, tokens })) };
}
