import { findAccountByLogin } from '#server/features/session/passwords/password.repository.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { endAllSessions } from '#server/platform/security/end-sessions.repository.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';
import { endEverySession } from '#server/start/running-portals.repository.ts';
import { UsageFault } from '../command.ts';
import type { Call, Outcome } from '../command.ts';
import { runOnDatabase } from '../on-database.ts';
import { refuseUnknownLogin } from './reset-password.ts';

/** Ends sessions at their next request, in every process. */
export async function endSessions(call: Call, endsAllSessions: boolean): Promise<Outcome> {
  const [login] = call.args;
  if (endsAllSessions === (login !== undefined)) throw new UsageFault('Name one login, or give --all.');
  return runOnDatabase(call, async (database) => {
    const account = login === undefined ? null : await findAccountByLogin(database.kysely, foldLogin(login));
    if (account === undefined) return refuseUnknownLogin(database.kysely, login ?? '');
    const at = call.shell.clock();
    await database.transact(async (trx) => {
      await (account ? endAllSessions(trx, account.id, at) : endEverySession(trx, at));
      const subject = account ? ({ kind: 'user', id: account.id } as const) : ({ kind: 'user', id: null } as const);
      await recordAudit(trx, { at, actorId: null, requestId: null, action: 'session.endAll', subject });
    });
    return { ok: true, lines: [account ? `The sessions of ${account.login} have ended.` : 'All sessions have ended.'] };
  });
}
