import type { PasskeyAnswer } from '@basics/contract/passkeys.ts';
import type { SecondFactorKind } from '@basics/contract/second-factor.ts';
import { fieldMessages } from '@basics/contract/field-messages.ts';
import { problem } from '#server/platform/problem.ts';

export type SecondStepAnswer = { secondFactor?: string | undefined; passkey?: PasskeyAnswer | undefined };

/** The functions of the feature `second-factor` that sign-in uses. */
export type SecondStep = {
  /** Returns the kinds of second factors that a user has; without a second factor, the password is enough. */
  kindsOf(userId: number): Promise<readonly SecondFactorKind[]>;
  /**
   * Checks the answer of a user to the second step; each answer is valid once. Throws WRONG_SECOND_STEP or
   * TOO_MANY_ATTEMPTS.
   */
  check(userId: number, answer: SecondStepAnswer): Promise<void>;
  passkeyOptions(ipAddress: string): Promise<{ token: string; options: PasskeyOptions }>;
  /** Returns the id of the user who owns a passkey. Throws WRONG_SECOND_STEP if the passkey is unknown or its answer is invalid. */
  userOfPasskey(answer: PasskeyAnswer, ipAddress: string): Promise<number>;
};

type PasskeyOptions = { challenge: string; rpId: string; timeout: number; userVerification: 'required' };

/** Throws a problem if the user has a second factor and the answer to the second step is missing or not valid. */
export async function requireSecondStep(
  secondStep: SecondStep,
  userId: number,
  answer: SecondStepAnswer,
): Promise<void> {
  const factorKinds = await secondStep.kindsOf(userId);
  if (factorKinds.length === 0) return;
  if (!answer.secondFactor && !answer.passkey)
    throw problem('SECOND_STEP_NEEDED', { fields: listAnswerFields(factorKinds) });
  await secondStep.check(userId, answer);
}

/**
 * Lists the fields of the sign-in body that are accepted as the second step, each with its message. A recovery code is sent in the field of
 * the authenticator code.
 */
const listAnswerFields = (factorKinds: readonly SecondFactorKind[]): Record<string, string> => ({
  secondFactor: factorKinds.includes('totp') ? fieldMessages.authenticatorCode : fieldMessages.recoveryCode,
  ...(factorKinds.includes('passkey') && { passkey: fieldMessages.usePasskey }),
});
