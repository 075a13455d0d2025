import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import type { Trx } from '#server/database/foundation.ts';
import { isCommonPassword } from '#server/platform/passwords/common-passwords.ts';
import { endAllSessions } from '#server/platform/security/end-sessions.repository.ts';
import { endOneTimeTokens, type Purpose } from '#server/platform/security/one-time-tokens.repository.ts';
import { invalid } from '#server/platform/problem.ts';
import { endLoginChanges } from '#server/features/users/access/login-changes.repository.ts';
import { forgetDevices } from '../sign-in/known-devices.repository.ts';
import { setPassword, type Account } from './password.repository.ts';

/** The purposes of links with which a user sets a password. */
export const linkPurposes = ['activate', 'reset'] as const satisfies Purpose[];

/** Sets the password of a user, and ends all sessions and links of the user. */
export async function replacePassword(trx: Trx, userId: number, passwordHash: string, now: number): Promise<void> {
  await setPassword(trx, userId, passwordHash);
  await endOneTimeTokens(trx, { purposes: linkPurposes, userId, now });
  await endAllSessions(trx, userId, now);
  await forgetDevices(trx, userId);
  // An attacker with the old password may have requested a login change.
  await endLoginChanges(trx, userId);
}

export const canHavePassword = ({ status, profileId: profile }: Account): boolean =>
  (status === 'active' || status === 'approved') && profile !== null;

/**
 * Refuses a common password, or one that contains data of the account, with INVALID. The API contract has already
 * checked the other rules for passwords.
 */
export function refuseCommonPassword(password: string, account: Account): void {
  const accountTexts = [account.login, account.firstName, account.lastName, account.company];
  const brandTexts = [account.brandName ?? '', account.legalEntity ?? ''];
  if (isCommonPassword(password, [...accountTexts, ...brandTexts]))
    throw invalid({ password: serverMessages.passwordCommon });
}

export const toRecipient = ({ id, login, brandId, firstName }: Account) => ({
  to: login,
  userId: id,
  brandId,
  firstName,
});
