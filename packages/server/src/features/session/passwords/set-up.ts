import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { session } from '@basics/contract/session/session.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { isUniqueViolation } from '#server/database/failures.ts';
import { lockUser } from '#server/database/database.ts';
import type { Trx } from '#server/database/foundation.ts';
import {
  isFirstAdministratorUnset,
  nameFirstAdministrator,
} from '#server/features/users/access/administrators.repository.ts';
import { writeSearchText } from '#server/features/users/list/search-users.repository.ts';
import { freeLogin } from '#server/features/users/users.repository.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { createDeviceId } from '#server/platform/http/request-origin.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { toLoginColumns } from '#server/platform/email-addresses.ts';
import { readOneTimeToken, useOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { claimLinkAttempt } from '#server/platform/security/link-limits.ts';
import type { Tokens } from '#server/platform/security/session-token.ts';
import { rememberDevice } from '../sign-in/known-devices.repository.ts';
import { refuseCommonPassword, replacePassword } from './new-password.ts';
import { openSession } from '../sign-in/open-session.ts';
import { activateApproved, findAccount } from './password.repository.ts';

type SetUp = Body<typeof session.setUp>;
type SetUpContext = Pick<CallContext, 'database' | 'db' | 'origin' | 'at' | 'passwords'> & { tokens: Tokens };

/** Sets name, address and password of the first administrator with the link that the server prints at its start, and signs them in. */
export async function setUpFirstAdministrator(
  context: SetUpContext,
  request: SetUp,
): Promise<{ token: string; deviceId: string }> {
  const { database, db, origin, at, passwords } = context;
  const attempt = await claimLinkAttempt(db, origin.address, at);
  const link = await readOneTimeToken(db, { purposes: ['activate'], token: request.token, now: at });
  const account = link?.userId == null ? undefined : await findAccount(db, link.userId);
  if (!account || !isFirstAdministratorUnset(account)) throw problem('LINK_NOT_VALID');
  await attempt.giveBack();
  const { login, firstName, lastName } = request;
  refuseCommonPassword(request.password, { ...account, login, firstName, lastName });
  const passwordHash = await passwords.hash(request.password);
  // The device id that the browser sent is never used, because an attacker may have put it into the browser.
  const deviceId = createDeviceId();
  try {
    const newSession = await database.transact((trx) => writeSetUp(trx, context, { request, passwordHash, deviceId }));
    return { ...newSession, deviceId };
  } catch (error) {
    // The violated constraint means that another account already has this login.
    if (isUniqueViolation(error)) throw invalid({ login: serverMessages.loginTaken });
    throw error;
  }
}

type SetUpInput = { request: SetUp; passwordHash: string; deviceId: string };

async function writeSetUp(
  trx: Trx,
  { origin, at, tokens }: SetUpContext,
  { request, passwordHash, deviceId }: SetUpInput,
) {
  const link = await useOneTimeToken(trx, { purposes: ['activate'], token: request.token, now: at });
  if (link?.userId == null || !(await lockUser(trx, link.userId))) throw problem('LINK_NOT_VALID');
  const account = await findAccount(trx, link.userId);
  if (!account || !isFirstAdministratorUnset(account)) throw problem('LINK_NOT_VALID');
  const { id: userId, company } = account;
  const { firstName, lastName } = request;
  const loginColumns = toLoginColumns(request.login);
  const { login, loginFold } = loginColumns;
  await freeLogin(trx, loginFold);
  await nameFirstAdministrator(trx, userId, { ...loginColumns, firstName, lastName });
  await writeSearchText(trx, userId, { login, firstName, lastName, phone: '', company, crmAccount: null });
  await replacePassword(trx, userId, passwordHash, at);
  await rememberDevice(trx, { userId, deviceId, at });
  await activateApproved(trx, userId, at);
  const { requestId } = origin;
  const auditSubject = { kind: 'user', id: userId } as const;
  const change = { before: { status: 'approved' }, after: { status: 'active', login } };
  await recordAudit(trx, { at, actorId: userId, requestId, action: 'session.setUp', subject: auditSubject, ...change });
  const user = { userId, login, profileID: account.profileId };
  return openSession(trx, { user, action: 'session.signIn', origin, at, tokens });
}
