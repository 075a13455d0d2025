import { lockUser } from '#server/database/database.ts';
import { type Db, type Trx } from '../database/foundation.ts';
import { deleteAllFactors } from '#server/features/second-factor/second-factor.repository.ts';
import { findAdministrators } from '#server/features/users/access/administrators.repository.ts';
import { deleteAttemptCounters } from '#server/features/session/sign-in/forget-waits.ts';
import { canHavePassword } from '#server/features/session/passwords/new-password.ts';
import { findAccountByLogin, type Account } from '#server/features/session/passwords/password.repository.ts';
import { createTokenPath, linkPaths } from '#server/mail/letter.ts';
import { bySystem, recordAudit } from '#server/platform/audit/audit.ts';
import { endAllSessions } from '#server/platform/security/end-sessions.repository.ts';
import { foldLogin, isAddress, toLoginColumns } from '#server/platform/email-addresses.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { refuse, UsageFault, type Call, type Outcome } from './command.ts';
import { runOnDatabase } from './on-database.ts';
import { insertAdministrator } from '../features/users/access/administrators.repository.ts';
import { writeSearchText } from '../features/users/list/search-users.repository.ts';
import { freeLogin, insertHistory } from '../features/users/users.repository.ts';
import { endEverySession } from '#server/start/running-portals.repository.ts';

/**
 * Restores the access of a user who has lost the password and cannot get e-mails, also of the only administrator. The link is printed and
 * never sent, so that only people who can run commands on this machine get it.
 */
export const resetPassword = (call: Call, removesFactors: boolean): Promise<Outcome> =>
  runOnDatabase(call, async (database, { publicUrl }) => {
    const [login = ''] = call.args;
    const loginFold = foldLogin(login);
    const account = await findAccountByLogin(database.kysely, loginFold);
    if (!account) return refuseUnknownLogin(database.kysely, login);
    if (!canHavePassword(account)) return refuse(`The account ${login} is ${account.status}. Nothing was changed.`);
    const at = call.shell.clock();
    const link = await database.transact(async (trx) => {
      await lockUser(trx, account.id);
      await deleteAttemptCounters(trx, { id: account.id, loginFold });
      const removedFactors = removesFactors ? await deleteAllFactors(trx, account.id) : null;
      if (removedFactors !== null) await endAllSessions(trx, account.id, at);
      return issuePasswordLink(trx, { account, at, after: { removedFactors: removedFactors ?? 0 } });
    });
    return printPasswordLink(account.login, { publicUrl, ...link });
  });

/** Creates the refusal for an unknown login, which names the active administrators. */
export async function refuseUnknownLogin(db: Db, login: string): Promise<Outcome> {
  const administrators = (await findAdministrators(db)).map(({ to }) => to);
  const knownAdministrators =
    administrators.length > 0 ? administrators.join(', ') : 'none; see: portal create-admin --help';
  return refuse(`No account has the login ${login}. The active administrators are: ${knownAdministrators}`);
}

type LinkInput = { account: Pick<Account, 'id' | 'status'>; at: number; after?: Record<string, unknown> };
type Link = { path: string; validUntil: number };

/**
 * Issues a link with which the owner of the given account sets a password, and writes an audit entry. The transaction must have locked the
 * row of the user. Older links of the same purpose become invalid.
 */
async function issuePasswordLink(trx: Trx, { account, at, after = {} }: LinkInput): Promise<Link> {
  const purpose = account.status === 'active' ? 'reset' : 'activate';
  const { token, validUntil } = await issueOneTimeToken(trx, { purpose, userId: account.id, now: at });
  const subject = { kind: 'user', id: account.id } as const;
  await recordAudit(trx, { at, ...bySystem, action: 'user.passwordLink', subject, after });
  return { path: createTokenPath(linkPaths[purpose], token), validUntil };
}

function printPasswordLink(login: string, { publicUrl, path, validUntil }: Link & { publicUrl: string }): Outcome {
  const validUntilText = new Date(validUntil).toISOString();
  const link = publicUrl + path;
  const lines = [
    `Open this link to set the password of ${login}. It works once, until ${validUntilText}:`,
    `  ${link}`,
  ];
  return { ok: true, lines, facts: { login, link, validUntil: validUntilText } };
}

type NameOptions = { 'first-name'?: string; 'last-name'?: string };

/** Creates the account of an administrator with an unused login, and prints the link with which its owner sets the password. */
export async function createAdmin(call: Call, nameOptions: NameOptions): Promise<Outcome> {
  const loginColumns = toLoginColumns(call.args[0] ?? '');
  const { login, loginFold } = loginColumns;
  if (!isAddress(login)) throw new UsageFault(`${login} is not an e-mail address, which every login is.`);
  return runOnDatabase(call, async (database, { publicUrl }) => {
    const { 'first-name': firstName = 'Portal', 'last-name': lastName = 'Administrator' } = nameOptions;
    const at = call.shell.clock();
    const link = await database.transact(async (trx) => {
      await freeLogin(trx, loginFold);
      if (await findAccountByLogin(trx, loginFold)) return null;
      const owner = { ...loginColumns, firstName, lastName };
      const userId = await insertAdministrator(trx, owner, at);
      await writeSearchText(trx, userId, { ...owner, phone: '', company: '', crmAccount: null });
      await insertHistory(trx, { userId, at, actorId: null, fromStatus: null, toStatus: 'approved', reason: null });
      const subject = { kind: 'user', id: userId } as const;
      const auditValues = { login, profileID: 1, status: 'approved' };
      await recordAudit(trx, { at, ...bySystem, action: 'user.create', subject, after: auditValues });
      return issuePasswordLink(trx, { account: { id: userId, status: 'approved' }, at });
    });
    if (link === null) return refuse(`${login} has an account already. See: portal reset-password --help`);
    return printPasswordLink(login, { publicUrl, ...link });
  });
}

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
      await recordAudit(trx, { at, ...bySystem, action: 'session.endAll', subject });
    });
    const line = account ? `The sessions of ${account.login} have ended.` : 'All sessions have ended.';
    return { ok: true, lines: [line], facts: { login: account?.login ?? null } };
  });
}
