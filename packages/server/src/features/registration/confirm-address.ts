import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { registration } from '@basics/contract/registration/registration.ts';
import { isUniqueViolation } from '#server/database/failures.ts';
import { toLetterRecipient } from '#server/features/users/absence/absences.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { findCountryName } from '#server/platform/countries/countries.ts';
import { findRequestStaff } from '#server/features/country-salesmen/recipients.repository.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';
import { findLoginHolder, changeUser, freeLogin, insertHistory } from '#server/features/users/users.repository.ts';
import { writeSearchText } from '#server/features/users/list/search-users.repository.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { minutes } from '#server/platform/clock/clock.ts';
import { findNetwork } from '#server/platform/http/request-origin.ts';
import { findLinkOwner, useOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { problem } from '#server/platform/problem.ts';
import type { CallContext, Origin } from '#server/platform/http/call-context.ts';
import { claimAttempt, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import { deleteUnverifiedRegistration, findStatus, lockUnverifiedRegistration } from './registration.repository.ts';
import type { UnverifiedRegistration } from './registration.repository.ts';

type Confirmed = Reply<typeof registration.confirm>;
type ConfirmContext = Pick<CallContext, 'database' | 'queueLetter' | 'origin' | 'at'>;

const linkRateLimit: RateLimit = {
  freeAttempts: 30,
  windowMs: minutes(15),
  firstWaitMs: minutes(1),
  longestWaitMs: minutes(15),
};

/**
 * Confirms the address of a request, which then appears in the list of pending requests, and sends an e-mail to the staff who decide. For a
 * link that was used before, changes nothing and returns the state of the request. Throws LINK_NOT_VALID for an expired link.
 */
export async function confirmAddress(context: ConfirmContext, token: string): Promise<Confirmed> {
  const { database, origin, at } = context;
  await claimConfirmationAttempt(database.kysely, origin, at);
  const state = await findConfirmedState(database.kysely, token);
  if (state) return { received: true, state };
  const confirm = (): Promise<void> => database.transact((trx) => createPendingRequest(trx, context, token));
  try {
    await confirm();
  } catch (error) {
    // Another link has confirmed the same address at the same time. The second attempt finds the request that the other link created.
    if (!isUniqueViolation(error, 'users', ['loginFold'])) throw error;
    await confirm();
  }
  return { received: true };
}

/** Returns the state of the request whose address a link has already confirmed; null if the link has confirmed none. */
async function findConfirmedState(db: Db, token: string): Promise<Confirmed['state'] | null> {
  const userId = await findLinkOwner(db, { purpose: 'confirm', token });
  const status = userId === null ? undefined : await findStatus(db, userId);
  if (status === undefined || status === 'unverified' || status === 'deleted') return null;
  return status === 'active' || status === 'suspended' ? 'approved' : status;
}

/** Limits guesses at tokens of e-mail links. */
export const claimConfirmationAttempt = (db: Db, origin: Origin, at: number): Promise<number> =>
  claimAttempt(db, `confirm:address:${findNetwork(origin.address)}`, linkRateLimit, at);

async function createPendingRequest(trx: Trx, context: ConfirmContext, token: string): Promise<void> {
  const { at } = context;
  const usedToken = await useOneTimeToken(trx, { purposes: ['confirm'], token, now: at });
  const applicant = usedToken?.userId ? await lockUnverifiedRegistration(trx, usedToken.userId) : undefined;
  if (!applicant) throw problem('LINK_NOT_VALID');
  const loginFold = foldLogin(applicant.login);
  // Another link has already created the request for this address, and one request is enough.
  if (await findLoginHolder(trx, loginFold)) return deleteUnverifiedRegistration(trx, applicant.id);
  await freeLogin(trx, loginFold);
  const { id, version } = applicant;
  const changedColumns = { status: 'pending', loginFold, requestDate: at } as const;
  if (!(await changeUser(trx, { id, version, status: 'unverified' }, changedColumns))) throw problem('LINK_NOT_VALID');
  await writeSearchText(trx, id, { ...applicant, crmAccount: null });
  await insertHistory(trx, {
    userId: id,
    at,
    actorId: null,
    fromStatus: 'unverified',
    toStatus: 'pending',
    reason: null,
  });
  return notifyStaff(trx, context, applicant);
}

async function notifyStaff(
  trx: Trx,
  { queueLetter, origin, at }: ConfirmContext,
  applicant: UnverifiedRegistration,
): Promise<void> {
  const { id, country, brandId: brand } = applicant;
  const { people } = await findRequestStaff(trx, { country: country ?? '', brand: brand ?? '' }, at);
  const recipients = people.toSorted((a, b) => a.id - b.id);
  await recordAudit(trx, {
    at,
    actorId: null,
    requestId: origin.requestId,
    action: 'request.confirm',
    subject: { kind: 'user', id },
    before: { status: 'unverified' },
    after: { status: 'pending', recipients: recipients.map((recipient) => recipient.id) },
  });
  const letterFacts = {
    requestId: id,
    applicant: {
      userId: id,
      name: `${applicant.firstName} ${applicant.lastName}`,
      login: applicant.login,
      company: applicant.company,
    },
    country: findCountryName(country ?? ''),
    tool: applicant.toolName,
    reason: applicant.reason ?? '',
  };
  for (const recipient of recipients)
    await queueLetter(trx, { kind: 'newRequest', ...toLetterRecipient(recipient), ...letterFacts });
}
