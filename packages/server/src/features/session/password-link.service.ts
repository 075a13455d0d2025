import type { resetPasswordBody } from '@basics/contract/session.ts';
import type * as z from 'zod/mini';
import { lockUser } from '#server/database/database.ts';
import type { Database, Trx } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Clock } from '#server/platform/clock.ts';
import { newDevice } from '#server/platform/http/device-cookie.ts';
import { readOneTimeToken, useOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import type { Passwords } from '#server/platform/security/passwords.ts';
import { problem } from '#server/platform/problem.ts';
import type { Origin } from '#server/platform/http/mount.ts';
import type { Tokens } from '#server/platform/security/session-token.ts';
import { rememberDevice } from './known-devices.repository.ts';
import { linkPurposes, mayHavePassword, recipient, refuseCommon, replacePassword } from './new-password.ts';
import { openSession } from './open-session.ts';
import type { SecondStep } from './second-step.ts';
import { claimLinkAttempt } from './link-attempts.ts';
import { isUnset } from './set-up.service.ts';
import { activateApproved, findAccount } from './password.repository.ts';

export type PasswordLinkNeeds = {
  database: Database;
  clock: Clock;
  passwords: Passwords;
  queueLetter: QueueLetter;
  tokens: Tokens;
  secondStep: Pick<SecondStep, 'kindsOf'>;
};

type Set = { received: true; device: string; token?: string };
type Setting = { token: string; passwordHash: string; origin: Origin; device: string; needsSecondStep: boolean };

/** The password set by a link: after it was forgotten, and at the beginning. */
export function passwordLinkService(needs: PasswordLinkNeeds) {
  const { database, clock, passwords, secondStep } = needs;
  const db = database.kysely;

  return {
    async checkLink({ token }: { token: string }, { address }: Origin) {
      const attempt = await claimLinkAttempt(db, address, clock());
      const link = await requireLink(token);
      await attempt.giveBack();
      const needsSetUp = isUnset(link.account);
      return {
        purpose: needsSetUp ? ('setUp' as const) : link.purpose,
        login: needsSetUp ? '' : link.account.login,
        validUntil: new Date(link.validUntil).toISOString(),
      };
    },

    /** An activation signs its user in: the link proves the mailbox, as the password will from now on. A reset never does. */
    async reset(asked: z.infer<typeof resetPasswordBody>, origin: Origin): Promise<Set> {
      const attempt = await claimLinkAttempt(db, origin.address, clock());
      const { account } = await requireLink(asked.token);
      await attempt.giveBack();
      // Its owner sets an address as well.
      if (isUnset(account)) throw problem('LINK_NOT_VALID');
      refuseCommon(asked.password, account);
      const passwordHash = await passwords.hash(asked.password);
      const device = origin.device ?? newDevice();
      const needsSecondStep = (await secondStep.kindsOf(account.id)).length > 0;
      const setting = { token: asked.token, passwordHash, origin, device, needsSecondStep };
      const opened = await database.transact((trx) => setByLink(needs, trx, setting));
      return { received: true, device, ...opened };
    },
  };

  async function requireLink(token: string) {
    const link = await readOneTimeToken(db, { purposes: linkPurposes, token, now: clock() });
    const account = link?.userId == null ? undefined : await findAccount(db, link.userId);
    const purpose = linkPurposes.find((each) => each === link?.purpose);
    if (!link || !purpose || !account || !mayHavePassword(account)) throw problem('LINK_NOT_VALID');
    return { purpose, account, validUntil: link.expiresAt };
  }
}

export type PasswordLinkService = ReturnType<typeof passwordLinkService>;

/** Sets the password, and returns the session that an activation opens. */
async function setByLink(
  { clock, queueLetter, tokens }: PasswordLinkNeeds,
  trx: Trx,
  { token, passwordHash, origin, device, needsSecondStep }: Setting,
): Promise<{ token?: string }> {
  const at = clock();
  const link = await useOneTimeToken(trx, { purposes: linkPurposes, token, now: at });
  if (link?.userId == null || !(await lockUser(trx, link.userId))) throw problem('LINK_NOT_VALID');
  const account = await findAccount(trx, link.userId);
  if (!account || !mayHavePassword(account) || isUnset(account)) throw problem('LINK_NOT_VALID');
  await replacePassword(trx, account.id, passwordHash, at);
  // Who has the link has the mailbox: guesses of others must not keep this browser out now.
  await rememberDevice(trx, { userId: account.id, device, at });
  const isActivated = await activateApproved(trx, account.id, at);
  await queueLetter(trx, { kind: 'passwordChanged', ...recipient(account), at });
  await recordAudit(trx, {
    at,
    actorId: account.id,
    requestId: origin.requestId,
    action: isActivated ? 'session.activate' : 'session.resetPassword',
    subject: { kind: 'user', id: account.id },
    ...(isActivated && { before: { status: 'approved' }, after: { status: 'active' } }),
  });
  if (!isActivated || needsSecondStep) return {};
  const user = { userId: account.id, login: account.login, profileID: account.profileId };
  return openSession(trx, { user, action: 'session.signIn', origin, at, tokens });
}
