import type { Trx } from '#server/database/database.ts';
import type { UserChangeContext } from './acting.ts';
import { findAdministrators } from './administrators.repository.ts';
import { readUser } from './users.repository.ts';

type RestoredAccount = { userId: number; isStaff: boolean; needsPassword: boolean };

/**
 * Queues the e-mail to the owner of a restored account. If the owner is staff, the other administrators get an e-mail
 * too.
 */
export async function queueRestorationLetters(
  trx: Trx,
  { actor, at, queueLetter }: Pick<UserChangeContext, 'actor' | 'at' | 'queueLetter'>,
  { userId, isStaff, needsPassword }: RestoredAccount,
): Promise<void> {
  const { login, brandId, firstName } = await readUser(trx, userId);
  await queueLetter(trx, { kind: 'accountRestored', to: login, userId, brandId, firstName, needsPassword, at });
  if (!isStaff) return;
  const names = { account: { userId, name: login }, by: { userId: actor.userId, name: actor.login } };
  for (const administrator of await findAdministrators(trx)) {
    if (administrator.userId === userId) continue;
    // A transaction has one connection, so its statements run one after the other.
    // oxlint-disable-next-line no-await-in-loop
    await queueLetter(trx, { kind: 'staffRestored', ...administrator, ...names, at });
  }
}
