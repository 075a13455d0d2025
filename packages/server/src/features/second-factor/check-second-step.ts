import type { PasskeyAnswer } from '@basics/contract/passkeys.ts';
import type { SecondFactorKind } from '@basics/contract/second-factor.ts';
import { randomBytes } from 'node:crypto';
import type { Database } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { minutes, seconds } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import { findNetwork } from '#server/platform/http/network-of.ts';
import { issueOneTimeToken, useOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import type { Passwords } from '#server/platform/security/passwords.ts';
import { problem } from '#server/platform/problem.ts';
import type { Seal } from '#server/platform/security/seal.ts';
import { claimAttempt, deleteAttempts, returnAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import type { Passkeys } from './passkeys.ts';
import { acceptCode } from './accepts-code.ts';
import * as rows from './second-factor.repository.ts';

export type SecondStepDependencies = {
  database: Database;
  clock: Clock;
  passwords: Passwords;
  passkeys: Passkeys;
  seal: Seal;
  queueLetter: QueueLetter;
};

type StepAnswer = { secondFactor?: string | undefined; passkey?: PasskeyAnswer | undefined };

/**
 * Limits a user to about 12 wrong answers to the second step in 15 minutes. At any time only three of a million
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

/** The second step of a sign-in: a code of an authenticator app, a recovery code or a passkey. */
export function secondStepService(dependencies: SecondStepDependencies) {
  const { database, clock, passkeys } = dependencies;
  const db = database.kysely;

  return {
    async kindsOf(userId: number): Promise<readonly SecondFactorKind[]> {
      const factors = await rows.findFactors(db, userId);
      return [...new Set(factors.map(({ kind }) => kind))];
    },

    check,

    /** Creates a challenge for a user who is not known yet; the passkey that answers it identifies the user. */
    async passkeyOptions(ipAddress: string) {
      const now = clock();
      await claimAttempt(db, `passkey:address:${findNetwork(ipAddress)}`, addressLimit, now);
      const challenge = newChallenge();
      const { token } = await issueOneTimeToken(db, { purpose: 'passkey', userId: null, challenge, now });
      return { token, options: passkeys.signInOptions(challenge) };
    },

    async userOfPasskey(passkeyAnswer: PasskeyAnswer, ipAddress: string): Promise<number> {
      const rateLimitKey = `passkey:address:${findNetwork(ipAddress)}`;
      await claimAttempt(db, rateLimitKey, addressLimit, clock());
      const userId = await findAnsweringUser(passkeyAnswer);
      await returnAttempt(db, rateLimitKey);
      return userId;
    },
  };

  async function check(userId: number, stepAnswer: StepAnswer): Promise<void> {
    const rateLimitKey = `second-step:user:${userId}`;
    await claimAttempt(db, rateLimitKey, stepLimit, clock());
    const isValid = stepAnswer.passkey
      ? (await findAnsweringUser(stepAnswer.passkey)) === userId
      : await acceptCode(dependencies, userId, stepAnswer.secondFactor ?? '');
    if (!isValid) throw problem('WRONG_SECOND_STEP');
    await deleteAttempts(db, rateLimitKey);
  }

  /**
   * Checks the answer of a passkey to a challenge, and returns the id of the user who owns the passkey. Each challenge
   * is accepted once.
   */
  async function findAnsweringUser({ token, response }: PasskeyAnswer): Promise<number> {
    const now = clock();
    const usedToken = await useOneTimeToken(db, { purposes: ['passkey'], token, now });
    const passkey = await rows.findPasskey(db, response.id);
    if (!usedToken?.challenge || !passkey) throw problem('WRONG_SECOND_STEP');
    const publicKey = Uint8Array.from(Buffer.from(passkey.secret, 'base64url'));
    const storedPasskey = { id: response.id, publicKey, counter: passkey.counter };
    const counter = await passkeys.checkAnswer(storedPasskey, response, usedToken.challenge);
    if (counter === 0) await rows.recordUse(db, passkey.id, now);
    else if (!(await rows.raiseCounter(db, passkey.id, counter, now))) throw problem('WRONG_SECOND_STEP');
    return passkey.userId;
  }
}

export type SecondStepService = ReturnType<typeof secondStepService>;

export const newChallenge = (): string => randomBytes(32).toString('base64url');
