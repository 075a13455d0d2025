import { lockUser } from '#server/database/database.ts';
import type { Trx } from '#server/database/database.ts';
import { problem } from '#server/platform/problem.ts';
import { findCredentialsById } from './session.repository.ts';

/** Throws if the password was changed during the sign-in, so that the old password cannot sign in after a reset. */
export async function requireSamePassword(trx: Trx, user: { userId: number; passwordHash: string }): Promise<void> {
  await lockUser(trx, user.userId);
  const current = await findCredentialsById(trx, user.userId);
  if (current?.passwordHash !== user.passwordHash) throw problem('WRONG_CREDENTIALS');
  if (current.status !== 'active') throw problem('ACCOUNT_PROBLEM');
}

/** Returns the data of an active account that a new session needs. Throws ACCOUNT_PROBLEM for any other account. */
export async function requireUsableAccount(
  trx: Trx,
  userId: number,
): Promise<{ userId: number; login: string; profileID: number }> {
  const user = await findCredentialsById(trx, userId);
  if (!user || user.status !== 'active' || user.profileId === null) throw problem('ACCOUNT_PROBLEM');
  return { userId: user.id, login: user.login, profileID: user.profileId };
}
