import type { PasskeyAnswer } from '@basics/contract/second-factor/passkeys.ts';
import { useLayoutEffect, useState, useRef } from 'react';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import type { HumanCheck } from '#portal/session/human-check/human-check.ts';
import type { ShownProblem } from '#portal/session/editing/problem-notice.tsx';
import { useSession } from '#portal/session/session-context.tsx';
import { ClockIsWrong } from '#portal/session/session.ts';
import { useSignInNote } from './sign-in-note.ts';
import { signInBody } from '@basics/contract/session/signing-in.ts';

/** The second steps that the server accepts for this account, by the name of the request field, each with the error message of the server. */
export type AcceptedSecondSteps = Readonly<Record<string, string>>;
type SecondStepAnswer = { secondFactor: string } | { passkey: PasskeyAnswer };

/** The state of signing in: the two fields, and then the second step and the human check if the server requires them. */
export function useSignIn() {
  const session = useSession();
  const { login, workAccount } = useSignInNote();
  const form = useCredentials(login);
  const { credentials, passwordField, showErrors } = form;
  const [problem, setProblem] = useState<ShownProblem | null>(null);
  const [acceptedSteps, setAcceptedSteps] = useState<AcceptedSecondSteps | null>(null);
  const [humanCheck, setHumanCheck] = useState<HumanCheck | null>(null);
  const [busy, setBusy] = useState(false);

  // The effect is a layout effect: the field is rendered with its error first, and then its text is selected.
  useLayoutEffect(() => {
    if (isProblem(problem, 'WRONG_CREDENTIALS')) passwordField.current?.select();
  }, [problem, passwordField]);

  /** Signs in. After several failures the server requires a human check, which runs automatically. */
  async function signIn(secondStepAnswer?: SecondStepAnswer): Promise<void> {
    const sendSignIn = (humanVerification?: string) =>
      session.signIn({ ...credentials, ...secondStepAnswer, humanVerification, workAccount });
    if (humanCheck) return humanCheck.send(sendSignIn);
    try {
      await sendSignIn();
    } catch (error) {
      if (!isProblem(error, 'HUMAN_VERIFICATION_NEEDED')) throw error;
      const { createHumanCheck } = await import('#portal/session/human-check/human-check.ts');
      const check = createHumanCheck();
      setHumanCheck(check);
      await check.send(sendSignIn);
    }
  }

  /** Runs one method of signing in and shows its errors. */
  async function attempt(signInMethod: () => Promise<void>): Promise<void> {
    if (busy) return;
    setProblem(null);
    setBusy(true);
    try {
      await signInMethod();
    } catch (error) {
      handleError(error);
    } finally {
      setBusy(false);
    }
  }

  function handleError(error: unknown): void {
    if (isProblem(error, 'SECOND_STEP_NEEDED')) return setAcceptedSteps(error.fields);
    // The password was changed after the first step, so signing in starts again.
    if (isProblem(error, 'WRONG_CREDENTIALS')) setAcceptedSteps(null);
    if (error instanceof ApiProblem && (error.reaction.shown === 'signOut' || showErrors(error.fields))) return;
    if (!(error instanceof ApiProblem || error instanceof ClockIsWrong)) throw error;
    setProblem(error);
  }

  async function submit(): Promise<void> {
    if (!form.showValidationErrors()) return attempt(() => signIn());
    setProblem(null);
  }

  function startOver(): void {
    setAcceptedSteps(null);
    setProblem(null);
    form.changeCredentials({ login: '', password: '' });
  }

  return { ...form, problem, setProblem, acceptedSteps, humanCheck, busy, submit, attempt, signIn, startOver };
}

export type SignIn = ReturnType<typeof useSignIn>;

const fields = ['login', 'password'] as const;
type Credentials = Record<(typeof fields)[number], string>;
type CredentialErrors = Partial<Record<keyof Credentials, string>>;

/**
 * The state of the two fields of the sign-in form. The two fields are checked when the form is sent, and then on each change until both are
 * valid. The sign-in form uses no form library, because every user loads the page and it should be small.
 */
function useCredentials(login: string) {
  const [credentials, setCredentials] = useState<Credentials>({ login, password: '' });
  const [errors, setErrors] = useState<CredentialErrors>({});
  const loginField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  /** Shows errors at the fields and focuses the first field with an error. Returns false if no error belongs to these fields. */
  function showErrors(newErrors: CredentialErrors): boolean {
    setErrors(newErrors);
    if (!hasErrors(newErrors)) return false;
    (newErrors.login === undefined ? passwordField : loginField).current?.focus();
    return true;
  }

  function changeCredentials(changedFields: Partial<Credentials>): void {
    const newCredentials = { ...credentials, ...changedFields };
    setCredentials(newCredentials);
    if (hasErrors(errors)) setErrors(findErrors(newCredentials));
  }

  return {
    credentials,
    errors,
    loginField,
    passwordField,
    changeCredentials,
    showErrors,
    showValidationErrors: () => showErrors(findErrors(credentials)),
  };
}

/** Returns the error message of each invalid field. The API contract declares the messages. */
function findErrors(credentials: Credentials): CredentialErrors {
  const issues = signInBody.safeParse(credentials).error?.issues ?? [];
  return Object.fromEntries(
    fields.flatMap((field) => {
      const issue = issues.find(({ path }) => path[0] === field);
      return issue ? [[field, issue.message]] : [];
    }),
  );
}

const hasErrors = (errors: CredentialErrors): boolean => fields.some((field) => errors[field] !== undefined);
