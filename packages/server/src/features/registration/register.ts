import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { registration } from '@basics/contract/registration/registration.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { randomUUID } from 'node:crypto';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';
import { isOffered } from '#server/features/users/user.ts';
import { toColumns } from '#server/features/users/user-fields.ts';
import { insertHistory } from '#server/features/users/users.repository.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { hours, minutes } from '#server/platform/clock/clock.ts';
import { isCountry } from '#server/platform/countries/countries.ts';
import type { Actor, CallContext } from '#server/platform/http/call-context.ts';
import { findNetwork } from '#server/platform/http/request-origin.ts';
import { activeLanguage } from '#server/platform/texts/language.ts';
import { invalid } from '#server/platform/problem.ts';
import { foldLogin, toLoginColumns } from '#server/platform/email-addresses.ts';
import type { HumanVerification } from '#server/platform/human-check/human-verification.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { claimLinkMail } from '#server/platform/security/link-limits.ts';
import { claimAttempt, toFalseIfLimited, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import { findBrands, findLoginHolder, findTools, type LoginHolder } from '../users/users.repository.ts';
import { insertUnverifiedRegistration } from './registration.repository.ts';

/** `actor` is the member of staff who sends the form for a visitor, for example during a phone call. */
type RegisterContext = Pick<CallContext<Actor | null>, 'database' | 'queueLetter' | 'actor' | 'origin' | 'at'> & {
  human: Pick<HumanVerification, 'requireHuman'>;
};
type RegistrationForm = Body<typeof registration.register>;

/** Limits the registrations from one network. The limit is enough for an office, but stops a program that registers many addresses. */
const networkRateLimit: RateLimit = {
  freeAttempts: 20,
  windowMs: hours(1),
  firstWaitMs: minutes(1),
  longestWaitMs: minutes(30),
};

/**
 * Stores a registration, and sends the link that confirms the address. If the address has an account, the portal does the same work, but
 * the e-mail says that the account exists. Neither the reply nor the response time shows whether an address has an account.
 */
export async function register(
  context: RegisterContext,
  form: RegistrationForm,
): Promise<Reply<typeof registration.register>> {
  const { database, human, actor, origin, at } = context;
  await claimAttempt(database.kysely, `register:address:${findNetwork(origin.address)}`, networkRateLimit, at);
  await requireKnownChoices(database.kysely, form);
  // Staff need no human verification.
  if (!isStaff(actor)) await human.requireHuman(form.humanVerification, origin.address);
  const linkRequest = { purpose: 'register', address: form.login, ipAddress: origin.address, at } as const;
  // The reply to the client is the same with and without an e-mail.
  const canMailAddress = await claimLinkMail(database.kysely, linkRequest).catch(toFalseIfLimited);
  await database.transact((trx) => storeRegistration(trx, context, { form, mayWrite: canMailAddress }));
  return { received: true };
}

export const isStaff = (actor: Actor | null): boolean =>
  actor?.permissions.some((permission) => permission === 'users.view' || permission === 'requests.view') ?? false;

async function requireKnownChoices(db: Db, { country, brand, tool }: RegistrationForm): Promise<void> {
  const brands = await findBrands(db);
  const tools = await findTools(db);
  const refusedFields = {
    ...(!isCountry(country) && { country: fieldMessages.notAllowed }),
    ...(!brands.some(({ id }) => id === brand) && { brand: fieldMessages.notAllowed }),
    ...(!tools.filter(isOffered).some(({ id, parent }) => id === tool && parent === null) && {
      tool: fieldMessages.notAllowed,
    }),
  };
  if (Object.keys(refusedFields).length > 0) throw invalid(refusedFields);
}

async function storeRegistration(
  trx: Trx,
  { queueLetter, origin, at }: RegisterContext,
  { form, mayWrite: canMailAddress }: { form: RegistrationForm; mayWrite: boolean },
): Promise<void> {
  const loginHolder = await findLoginHolder(trx, foldLogin(form.login));
  const id = await insertUnverifiedRegistration(trx, toRow(form, at), form);
  await insertHistory(trx, {
    userId: id,
    at,
    actorId: null,
    fromStatus: null,
    toStatus: 'unverified',
    reason: null,
  });
  const link = await issueOneTimeToken(trx, { purpose: 'confirm', userId: id, now: at });
  await recordAudit(trx, {
    at,
    actorId: null,
    requestId: origin.requestId,
    action: 'request.register',
    subject: { kind: 'user', id },
    after: { status: 'unverified', country: form.country, brand: form.brand, tool: form.tool },
  });
  if (!canMailAddress) return;
  const { login, brand } = form;
  await queueLetter(
    trx,
    loginHolder
      ? { ...createHolderLetter(loginHolder), ...link }
      : { kind: 'confirmAddress', to: login, userId: id, brandId: brand, firstName: '', ...link },
  );
}

/** Creates the e-mail to somebody whose address already has an account or an open request. */
function createHolderLetter({ login, id, brandId, status, requestDate: requestedAt }: LoginHolder) {
  const recipient = { to: login, userId: id, brandId, firstName: '' };
  return status === 'pending' || status === 'approved' || status === 'suspended'
    ? { kind: 'accountState' as const, ...recipient, status, asked: 'account' as const, requestedAt }
    : { kind: 'alreadyRegistered' as const, ...recipient };
}

/** Creates the row of a registration. The row does not reserve the login, because nobody has proved yet that they own the address. */
function toRow(form: RegistrationForm, at: number): NewRow<'users'> {
  return {
    ...toColumns(form),
    ...toLoginColumns(form.login),
    loginFold: `unverified:${randomUUID()}`,
    profileId: null,
    // The language of the request is used for e-mails until the user chooses another language.
    language: activeLanguage(),
    crmAccount: null,
    passwordHash: null,
    status: 'unverified',
    preferences: '{}',
    createdBy: null,
    createdAt: at,
    requestDate: null,
    reason: form.reason,
    comment: form.comment,
    decidedBy: null,
    decidedAt: null,
  };
}
