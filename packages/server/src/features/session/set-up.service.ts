import type { Body } from '@basics/contract/endpoint.ts';
import type { session } from '@basics/contract/session.ts';
import { words } from '@basics/contract/words.ts';
import { isUniqueViolation, lockUser } from '#server/database/database.ts';
import type { Trx } from '#server/database/database.ts';
import { readDomain } from '#server/features/users/create-user.ts';
import {
  isFirstAdministratorUnset,
  nameFirstAdministrator,
} from '#server/features/users/first-administrator.repository.ts';
import { writeSearchText } from '#server/features/users/user-search.repository.ts';
import { freeLogin } from '#server/features/users/write-user.repository.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { createDeviceId } from '#server/platform/http/device-cookie.ts';
import type { Origin } from '#server/platform/http/mount.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { foldLogin } from '#server/platform/security/fold-login.ts';
import { readOneTimeToken, useOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { rememberDevice } from './known-devices.repository.ts';
import { claimLinkAttempt } from './link-attempts.ts';
import { refuseCommonPassword, replacePassword } from './new-password.ts';
import { openSession } from './open-session.ts';
import type { PasswordLinkDependencies } from './password-link.service.ts';
import { activateApproved, findAccount } from './password.repository.ts';

type SetUp = Body<typeof session.setUp>;
type Dependencies = Omit<PasswordLinkDependencies, 'queueLetter' | 'secondStep'>;

/** The account of the first administrator: name, address and password, by the link that the start prints. It signs them in. */
export function setUpService(needs: Dependencies) {
  const { database, clock, passwords } = needs;
  const db = database.kysely;

  return {
    async setUp(asked: SetUp, origin: Origin): Promise<{ token: string; device: string }> {
      const attempt = await claimLinkAttempt(db, origin.address, clock());
      const link = await readOneTimeToken(db, { purposes: ['activate'], token: asked.token, now: clock() });
      const account = link?.userId == null ? undefined : await findAccount(db, link.userId);
      if (!account || !isFirstAdministratorUnset(account)) throw problem('LINK_NOT_VALID');
      await attempt.giveBack();
      const { login, firstName, lastName } = asked;
      refuseCommonPassword(asked.password, { ...account, login, firstName, lastName });
      const passwordHash = await passwords.hash(asked.password);
      // Never an id that the browser has sent: somebody who knows it may have planted it.
      const device = createDeviceId();
      try {
        const opened = await database.transact((trx) => write(needs, trx, { asked, passwordHash, origin, device }));
        return { ...opened, device };
      } catch (error) {
        // Someone may have registered with this address before.
        if (isUniqueViolation(error)) throw invalid({ login: words.loginTaken });
        throw error;
      }
    },
  };
}

export type SetUpService = ReturnType<typeof setUpService>;

type Writing = { asked: SetUp; passwordHash: string; origin: Origin; device: string };

async function write({ clock, tokens }: Dependencies, trx: Trx, { asked, passwordHash, origin, device }: Writing) {
  const at = clock();
  const link = await useOneTimeToken(trx, { purposes: ['activate'], token: asked.token, now: at });
  if (link?.userId == null || !(await lockUser(trx, link.userId))) throw problem('LINK_NOT_VALID');
  const account = await findAccount(trx, link.userId);
  if (!account || !isFirstAdministratorUnset(account)) throw problem('LINK_NOT_VALID');
  const { id: userId, company } = account;
  const { firstName, lastName } = asked;
  const login = asked.login.trim();
  const loginFold = foldLogin(login);
  await freeLogin(trx, loginFold);
  await nameFirstAdministrator(trx, userId, { login, loginFold, firstName, lastName, userDomain: readDomain(login) });
  await writeSearchText(trx, userId, { login, firstName, lastName, company, crmAccount: null });
  await replacePassword(trx, userId, passwordHash, at);
  await rememberDevice(trx, { userId, device, at });
  await activateApproved(trx, userId, at);
  const { requestId } = origin;
  const subject = { kind: 'user', id: userId } as const;
  const change = { before: { status: 'approved' }, after: { status: 'active', login } };
  await recordAudit(trx, { at, actorId: userId, requestId, action: 'session.setUp', subject, ...change });
  const user = { userId, login, profileID: account.profileId };
  return openSession(trx, { user, action: 'session.signIn', origin, at, tokens });
}
