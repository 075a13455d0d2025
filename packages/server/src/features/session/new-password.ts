import { words } from '@basics/contract/words.ts';
import type { Trx } from '#server/database/database.ts';
import { isCommonPassword } from '#server/platform/security/common-passwords.ts';
import { endAllSessions } from '#server/platform/security/end-sessions.repository.ts';
import { endOneTimeTokens } from '#server/platform/security/one-time-tokens.repository.ts';
import type { Purpose } from '#server/platform/security/one-time-tokens.repository.ts';
import { invalid } from '#server/platform/problem.ts';
import { forgetDevices } from './known-devices.repository.ts';
import { setPassword } from './password.repository.ts';
import type { Account } from './password.repository.ts';

/** The links that set a password. */
export const linkPurposes = ['activate', 'reset'] as const satisfies Purpose[];

/** Sets the password, and ends all sessions and links that the old password allowed. */
export async function replacePassword(trx: Trx, userId: number, passwordHash: string, now: number): Promise<void> {
  await setPassword(trx, userId, passwordHash);
  await endOneTimeTokens(trx, { purposes: linkPurposes, userId, now });
  await endAllSessions(trx, userId, now);
  await forgetDevices(trx, userId);
}

export const canHavePassword = ({ status, profileId: profile }: Account): boolean =>
  (status === 'active' || status === 'approved') && profile !== null;

/**
 * The contract has already checked its rule; this adds the check against common passwords, which only the server can
 * do.
 */
export function refuseCommonPassword(password: string, account: Account): void {
  const about = [account.login, account.firstName, account.lastName, account.company];
  const place = [account.brandName ?? '', account.legalEntity ?? ''];
  if (isCommonPassword(password, [...about, ...place])) throw invalid({ password: words.passwordCommon });
}

export const toRecipient = ({ id, login, brandId, firstName }: Account) => ({
  to: login,
  userId: id,
  brandId,
  firstName,
});
