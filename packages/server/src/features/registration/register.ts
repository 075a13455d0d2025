import type { Body } from '@basics/contract/endpoint.ts';
import type { registration } from '@basics/contract/registration.ts';
import { words } from '@basics/contract/words.ts';
import { createHash, randomUUID } from 'node:crypto';
import type { Database, Db, Trx } from '#server/database/database.ts';
import type { NewRow } from '#server/database/schema.ts';
import { readDomain } from '#server/features/users/create-user.ts';
import { isOffered } from '#server/features/users/user-options.ts';
import { toColumns } from '#server/features/users/user-fields.ts';
import { insertHistory } from '#server/features/users/write-user.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { hours, minutes } from '#server/platform/clock.ts';
import { isCountry } from '#server/platform/countries/countries.ts';
import type { Origin } from '#server/platform/http/mount.ts';
import { findNetwork } from '#server/platform/http/network-of.ts';
import { activeLanguage } from '#server/platform/language.ts';
import { Problem, invalid } from '#server/platform/problem.ts';
import { foldLogin } from '#server/platform/security/fold-login.ts';
import type { HumanVerification } from '#server/platform/security/human-verification.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { findBrands, findTools } from '../users/users.repository.ts';
import { findLoginHolder, insertUnverified } from './registration.repository.ts';

export type RegisterContext = {
  database: Database;
  queueLetter: QueueLetter;
  human: Pick<HumanVerification, 'require'>;
  origin: Origin;
  at: number;
};
type Form = Body<typeof registration.register>;

/** Limit for one network address: enough for an office, too little for a program. */
const addressPace: RateLimit = { free: 20, windowMs: hours(1), firstWaitMs: minutes(1), longestWaitMs: minutes(30) };
/** Limit for one mailbox: strangers can type its address. */
const mailboxPace: RateLimit = { free: 3, windowMs: hours(1), firstWaitMs: hours(1), longestWaitMs: hours(1) };

/**
 * Stores a registration, and sends the link that confirms the address. For an address with an account the work is the same, and the letter
 * says that the account exists: neither the answer nor its time reveals which addresses have accounts.
 */
export async function register(registering: RegisterContext, form: Form): Promise<void> {
  const { database, human, origin, at } = registering;
  await claimAttempt(database.kysely, `register:address:${findNetwork(origin.address)}`, addressPace, at);
  await requireKnownChoices(database.kysely, form);
  await human.require(form.humanVerification, origin.address);
  const mayWrite = await claimMailbox(database.kysely, form.login, at);
  await database.transact((trx) => storeRegistration(trx, registering, { form, mayWrite }));
}

async function requireKnownChoices(db: Db, { country, brand, tool }: Form): Promise<void> {
  const brands = await findBrands(db);
  const tools = await findTools(db);
  const fields = {
    ...(!isCountry(country) && { country: words.notAllowed }),
    ...(!brands.some(({ id }) => id === brand) && { brand: words.notAllowed }),
    ...(!tools.filter(isOffered).some(({ id, parent }) => id === tool && parent === null) && {
      tool: words.notAllowed,
    }),
  };
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/** Whether this mailbox may get one more letter now; the client does not learn that it may not. */
async function claimMailbox(db: Db, login: string, at: number): Promise<boolean> {
  const mailbox = createHash('sha256').update(foldLogin(login)).digest('base64url');
  try {
    await claimAttempt(db, `register:mailbox:${mailbox}`, mailboxPace, at);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'TOO_MANY_ATTEMPTS') return false;
    throw error;
  }
}

async function storeRegistration(
  trx: Trx,
  { queueLetter, origin, at }: RegisterContext,
  { form, mayWrite }: { form: Form; mayWrite: boolean },
): Promise<void> {
  const holder = await findLoginHolder(trx, foldLogin(form.login));
  const id = await insertUnverified(trx, toRow(form, at), form);
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
  if (!mayWrite) return;
  const { login, brand } = form;
  await queueLetter(
    trx,
    holder
      ? { kind: 'alreadyRegistered', to: holder.login, userId: holder.id, brandId: holder.brandId, firstName: '' }
      : { kind: 'confirmAddress', to: login, userId: id, brandId: brand, firstName: '', ...link },
  );
}

/** A row without a login: until the link is opened, the owner of the address is unknown. */
function toRow(form: Form, at: number): NewRow<'users'> {
  return {
    login: form.login,
    loginFold: `unverified:${randomUUID()}`,
    ...toColumns(form),
    profileId: null,
    // Of the request, for the e-mails to come: nobody has chosen another one yet.
    language: activeLanguage(),
    crmAccount: null,
    userDomain: readDomain(form.login),
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
