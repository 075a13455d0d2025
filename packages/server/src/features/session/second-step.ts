import type { PasskeyAnswer } from '@basics/contract/passkeys.ts';
import type { SecondFactorKind } from '@basics/contract/second-factor.ts';
import { words } from '@basics/contract/words.ts';
import { problem } from '#server/platform/problem.ts';

export type SecondStepAnswer = { secondFactor?: string | undefined; passkey?: PasskeyAnswer | undefined };

/** The interface between sign-in and the feature that stores second factors. */
export type SecondStep = {
  /** Returns the kinds that a user has; none means that the password is enough. */
  kindsOf(userId: number): Promise<readonly SecondFactorKind[]>;
  /** Returns if the answer is valid; each answer is valid once. Throws WRONG_SECOND_STEP or TOO_MANY_ATTEMPTS. */
  check(userId: number, answer: SecondStepAnswer): Promise<void>;
  passkeyOptions(address: string): Promise<{ token: string; options: PasskeyOptions }>;
  /** Returns the owner of this passkey; throws WRONG_SECOND_STEP when it is unknown or the response is invalid. */
  userOfPasskey(answer: PasskeyAnswer, address: string): Promise<number>;
};

type PasskeyOptions = { challenge: string; rpId: string; timeout: number; userVerification: 'required' };

/** Returns if the user needs no second step, or if the answer to it is valid. */
export async function requireSecondStep(steps: SecondStep, userId: number, answer: SecondStepAnswer): Promise<void> {
  const kinds = await steps.kindsOf(userId);
  if (kinds.length === 0) return;
  if (!answer.secondFactor && !answer.passkey) throw problem('SECOND_STEP_NEEDED', { fields: listAnswerFields(kinds) });
  await steps.check(userId, answer);
}

/**
 * The accepted fields of the sign-in body, each with its message; a recovery code is typed into the field of the code.
 */
const listAnswerFields = (kinds: readonly SecondFactorKind[]): Record<string, string> => ({
  secondFactor: kinds.includes('totp') ? words.authenticatorCode : words.recoveryCode,
  ...(kinds.includes('passkey') && { passkey: words.usePasskey }),
});
