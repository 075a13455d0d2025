import { readDomain } from '#server/features/users/write/create-user.ts';
import { insertAdministrator } from '#server/features/users/access/first-administrator.repository.ts';
import { writeSearchText } from '#server/features/users/list/user-search.repository.ts';
import { freeLogin, insertHistory } from '#server/features/users/write-user.repository.ts';
import { findAccountByLogin } from '#server/features/session/passwords/password.repository.ts';
import { isAddress } from '#server/mail/plain-text.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';
import { refuse, UsageFault } from '../command.ts';
import type { Call, Outcome } from '../command.ts';
import { runOnDatabase } from '../on-database.ts';
import { issuePasswordLink, printPasswordLink } from './reset-password.ts';

type NameOptions = { 'first-name'?: string; 'last-name'?: string };

/** Creates the account of an administrator with an unused login, and prints the link with which its owner sets the password. */
export const createAdmin = (call: Call, nameOptions: NameOptions): Promise<Outcome> =>
  runOnDatabase(call, async (database, { publicUrl }) => {
    const login = (call.args[0] ?? '').trim();
    if (!isAddress(login)) throw new UsageFault(`${login} is not an e-mail address, which every login is.`);
    const loginFold = foldLogin(login);
    const { 'first-name': firstName = 'Portal', 'last-name': lastName = 'Administrator' } = nameOptions;
    const at = call.shell.clock();
    const link = await database.transact(async (trx) => {
      await freeLogin(trx, loginFold);
      if (await findAccountByLogin(trx, loginFold)) return null;
      const owner = { login, loginFold, firstName, lastName, userDomain: readDomain(login) };
      const userId = await insertAdministrator(trx, owner, at);
      await writeSearchText(trx, userId, { ...owner, phone: '', company: '', crmAccount: null });
      await insertHistory(trx, { userId, at, actorId: null, fromStatus: null, toStatus: 'approved', reason: null });
      const subject = { kind: 'user', id: userId } as const;
      const auditValues = { login, profileID: 1, status: 'approved' };
      await recordAudit(trx, {
        at,
        actorId: null,
        requestId: null,
        action: 'user.create',
        subject,
        after: auditValues,
      });
      return issuePasswordLink(trx, { account: { id: userId, status: 'approved' }, at });
    });
    if (link === null) return refuse(`${login} has an account already. See: portal reset-password --help`);
    return printPasswordLink(login, { publicUrl, ...link });
  });
