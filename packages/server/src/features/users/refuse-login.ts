import { fieldMessages } from '@basics/contract/field-messages.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { foldLogin } from '#server/platform/security/fold-login.ts';
import { claimFirstCallOfDay } from '#server/platform/security/once-a-day.ts';
import type { UserChangeContext } from './acting.ts';
import { findAdministrators } from './administrators.repository.ts';
import { isInScope } from './scope.repository.ts';
import { findUserByLogin } from './users.repository.ts';

/**
 * Returns the message for a login that another account already has. If the actor may not see the other account, the
 * message does not name its owner, and the administrators get an e-mail, once a day for each account and actor.
 */
export async function findLoginRefusal(context: UserChangeContext, login: string): Promise<string> {
  const { database, actor } = context;
  const holder = await findUserByLogin(database.kysely, foldLogin(login));
  // If no account has the login any more, the account was deleted meanwhile, and a second attempt can succeed.
  if (!holder || (await isInScope(database.kysely, actor, holder.id))) return fieldMessages.loginTaken;
  await reportOutOfScope(context, holder);
  return fieldMessages.loginOutOfScope;
}

async function reportOutOfScope(
  { database, actor, origin, at, queueLetter }: UserChangeContext,
  holder: { id: number; login: string },
): Promise<void> {
  if (!(await claimFirstCallOfDay(database, `login:${holder.id}:${actor.userId}`, at))) return;
  await database.transact(async (trx) => {
    const names = {
      account: { userId: holder.id, name: holder.login },
      by: { userId: actor.userId, name: actor.login },
    };
    for (const administrator of await findAdministrators(trx))
      // A transaction has one connection, so its statements run one after the other.
      // oxlint-disable-next-line no-await-in-loop
      await queueLetter(trx, { kind: 'accountOutOfScope', ...administrator, ...names });
    await recordAudit(trx, {
      at,
      actorId: actor.userId,
      requestId: origin.requestId,
      action: 'user.refuseLogin',
      subject: { kind: 'user', id: holder.id },
    });
  });
}
