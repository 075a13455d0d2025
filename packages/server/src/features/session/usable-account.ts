import { lockUser } from '#server/database/database.ts';
import type { Trx } from '#server/database/database.ts';
import { problem } from '#server/platform/problem.ts';
import { findCredentialsById } from './session.repository.ts';

/** Checks that the password has not changed meanwhile: otherwise the old password would still sign in after a reset. */
export async function requireSamePassword(trx: Trx, user: { userId: number; passwordHash: string }): Promise<void> {
  await lockUser(trx, user.userId);
  const now = await findCredentialsById(trx, user.userId);
  if (now?.passwordHash !== user.passwordHash) throw problem('WRONG_CREDENTIALS');
  if (now.status !== 'active') throw problem('ACCOUNT_PROBLEM');
}

/** An active account with the data that a session needs. */
export async function requireUsableAccount(
  trx: Trx,
  userId: number,
): Promise<{ userId: number; login: string; profileID: number }> {
  const user = await findCredentialsById(trx, userId);
  if (!user || user.status !== 'active' || user.profileId === null) throw problem('ACCOUNT_PROBLEM');
  return { userId: user.id, login: user.login, profileID: user.profileId };
}
