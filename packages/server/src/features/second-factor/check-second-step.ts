import { readTotpCode } from '@basics/contract/second-factor/totp-code.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import type { PasskeyAnswer } from '@basics/contract/second-factor/passkeys.ts';
import type { SecondFactorKind } from '@basics/contract/second-factor/second-factor.ts';
import { randomBytes } from 'node:crypto';
import type { Db } from '#server/database/foundation.ts';
import { minutes, seconds } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { findNetwork } from '#server/platform/http/request-origin.ts';
import { issueOneTimeToken, useOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { problem } from '#server/platform/problem.ts';
import { claimAttempt, deleteAttempts, returnAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { checkPasskeyAnswer, createSignInOptions } from './passkeys.ts';
import * as rows from './second-factor.repository.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { sealPurposes } from '#server/platform/security/seal.ts';
import { toRecipient } from './factor.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { findTotpStep } from './totp.ts';

export type SecondStepContext = CodeContext & Pick<CallContext, 'publicUrl'>;

/**
 * The user, and what the attempts are counted for: a known device, the sessions of the user, or all other devices. So somebody who knows the
 * password and tries codes does not stop the owner on a known device or in a session.
 */
type StepOwner = { userId: number; source: string };
type StepAnswer = { secondFactor?: string | undefined; passkey?: PasskeyAnswer | undefined };

/**
 * Limits the second step to about 12 wrong answers in 15 minutes, for each known device, the sessions and all other devices of a user. At any time only three of a million
 * possible codes are valid, so a guess almost never succeeds.
 */
const stepLimit: RateLimit = {
  freeAttempts: 5,
  windowMs: minutes(15),
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(5),
};
const addressLimit: RateLimit = {
  freeAttempts: 60,
  windowMs: minutes(15),
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(5),
};

/**
 * Checks the second step of a sign-in, after the password was correct. Throws SECOND_STEP_NEEDED if the user has a second factor and the
 * answer is missing, and WRONG_SECOND_STEP or TOO_MANY_ATTEMPTS if it is not valid.
 */
export async function requireSecondStep(
  context: SecondStepContext,
  owner: StepOwner,
  stepAnswer: StepAnswer,
): Promise<void> {
  const factorKinds = await listFactorKinds(context.db, owner.userId);
  if (factorKinds.length === 0) return;
  if (!stepAnswer.secondFactor && !stepAnswer.passkey)
    throw problem('SECOND_STEP_NEEDED', { fields: listAnswerFields(factorKinds) });
  await checkSecondStep(context, owner, stepAnswer);
}

/** Returns the kinds of second factors that a user has; without a second factor, the password is enough. */
export async function listFactorKinds(db: Db, userId: number): Promise<readonly SecondFactorKind[]> {
  const factors = await rows.findFactors(db, userId);
  return [...new Set(factors.map(({ kind }) => kind))];
}

/**
 * Lists the fields of the sign-in body that are accepted as the second step, each with its message. A recovery code is sent in the field of
 * the authenticator code.
 */
const listAnswerFields = (factorKinds: readonly SecondFactorKind[]): Record<string, string> => ({
  secondFactor: factorKinds.includes('totp') ? serverMessages.authenticatorCode : fieldMessages.recoveryCode,
  ...(factorKinds.includes('passkey') && { passkey: serverMessages.usePasskey }),
});

/**
 * Checks the answer of a user to the second step: a code of an authenticator app, a recovery code or a passkey. Each answer is valid once.
 * Throws WRONG_SECOND_STEP or TOO_MANY_ATTEMPTS.
 */
export async function checkSecondStep(
  context: SecondStepContext,
  { userId, source }: StepOwner,
  stepAnswer: StepAnswer,
): Promise<void> {
  const { db, at } = context;
  const rateLimitKey = `second-step:user:${userId}:${source}`;
  await claimAttempt(db, rateLimitKey, stepLimit, at);
  const isValid = stepAnswer.passkey
    ? (await findAnsweringUser(context, stepAnswer.passkey)) === userId
    : await acceptCode(context, userId, stepAnswer.secondFactor ?? '');
  if (!isValid) throw problem('WRONG_SECOND_STEP');
  await deleteAttempts(db, [rateLimitKey]);
}

type PasskeySignInContext = Pick<CallContext, 'db' | 'at' | 'origin' | 'publicUrl'>;

/** Creates a challenge for a user who is not known yet; the passkey that answers it identifies the user. Throws TOO_MANY_ATTEMPTS. */
export async function createPasskeyChallenge({ db, at, origin, publicUrl }: PasskeySignInContext) {
  await claimAttempt(db, `passkey:address:${findNetwork(origin.address)}`, addressLimit, at);
  const challenge = newChallenge();
  const { token } = await issueOneTimeToken(db, { purpose: 'passkey', userId: null, challenge, now: at });
  return { token, options: createSignInOptions(publicUrl, challenge) };
}

/**
 * Returns the id of the user who owns a passkey. Throws WRONG_SECOND_STEP if the passkey is unknown or its answer is invalid, and
 * TOO_MANY_ATTEMPTS.
 */
export async function findPasskeyOwner(context: PasskeySignInContext, passkeyAnswer: PasskeyAnswer): Promise<number> {
  const { db, at, origin } = context;
  const rateLimitKey = `passkey:address:${findNetwork(origin.address)}`;
  await claimAttempt(db, rateLimitKey, addressLimit, at);
  const userId = await findAnsweringUser(context, passkeyAnswer);
  await returnAttempt(db, rateLimitKey);
  return userId;
}

/**
 * Checks the answer of a passkey to a challenge, and returns the id of the user who owns the passkey. Each challenge
 * is accepted once.
 */
async function findAnsweringUser(
  { db, at, publicUrl }: Pick<CallContext, 'db' | 'at' | 'publicUrl'>,
  { token, response }: PasskeyAnswer,
): Promise<number> {
  const usedToken = await useOneTimeToken(db, { purposes: ['passkey'], token, now: at });
  const row = await rows.findPasskey(db, response.id);
  if (!usedToken?.challenge || !row) throw problem('WRONG_SECOND_STEP');
  const publicKey = Uint8Array.from(Buffer.from(row.secret, 'base64url'));
  const passkey = { id: response.id, publicKey, counter: row.counter };
  const counter = await checkPasskeyAnswer(publicUrl, { passkey, response, expectedChallenge: usedToken.challenge });
  if (counter === 0) await rows.recordUse(db, row.id, at);
  else if (!(await rows.raiseCounter(db, row.id, counter, at))) throw problem('WRONG_SECOND_STEP');
  return row.userId;
}

export const newChallenge = (): string => randomBytes(32).toString('base64url');

type CodeContext = Pick<CallContext, 'database' | 'db' | 'at' | 'seal' | 'queueLetter'>;

/**
 * Checks a code that a user typed: a code of an authenticator app, or a recovery code. Returns whether the code is
 * valid; each code is accepted once.
 */
async function acceptCode(context: CodeContext, userId: number, typedCode: string): Promise<boolean> {
  const code = readTotpCode(typedCode);
  return code === null ? acceptRecoveryCode(context, userId, typedCode) : acceptTotp(context, userId, code);
}

async function acceptTotp({ db, at, seal }: CodeContext, userId: number, code: string): Promise<boolean> {
  const authenticatorApps = (await rows.findFactors(db, userId)).filter(({ kind }) => kind === 'totp');
  for (const app of authenticatorApps) {
    // oxlint-disable-next-line no-await-in-loop -- most users have only one app
    const secret = await seal.open(sealPurposes.authenticatorApp(userId), app.secret);
    const timeStep = secret === null ? null : findTotpStep(secret, code, at);
    if (timeStep !== null && (await rows.raiseCounter(db, app.id, timeStep, at))) return true;
  }
  return false;
}

function acceptRecoveryCode(
  { database, at, queueLetter }: CodeContext,
  userId: number,
  typedCode: string,
): Promise<boolean> {
  return database.transact(async (trx) => {
    if (!(await rows.useRecoveryCode(trx, userId, hashRecoveryCode(typedCode), at))) return false;
    const owner = await rows.findOwner(trx, userId);
    const auditSubject = { kind: 'user', id: userId } as const;
    const action = 'secondFactor.recoveryCodeUsed';
    await recordAudit(trx, { at, actorId: userId, requestId: null, action, subject: auditSubject });
    if (owner)
      await queueLetter(trx, { kind: 'twoStepChanged', ...toRecipient(owner), change: 'recoveryCodeUsed', at });
    return true;
  });
}
