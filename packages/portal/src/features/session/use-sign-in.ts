import type { PasskeyAnswer } from '@basics/contract/passkeys.ts';
import { useLayoutEffect, useState } from 'react';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import type { HumanCheck } from '#portal/session/human-check/human-check.ts';
import type { ShownProblem } from '#portal/session/editing/problem-notice.tsx';
import { useSession } from '#portal/session/session-context.tsx';
import { ClockIsWrong } from '#portal/session/session.ts';
import { useSignInNote } from './sign-in-note.ts';
import { useCredentials } from './use-credentials.ts';

/** The accepted second steps of this account: fields of the request, each with the error of the server. */
export type SecondStepWanted = Readonly<Record<string, string>>;
type SecondStepAnswer = { secondFactor: string } | { passkey: PasskeyAnswer };

/** Holds the state of signing in: the two fields, then the further steps that the server requires. */
export function useSignIn() {
  const session = useSession();
  const { login } = useSignInNote();
  const form = useCredentials(login);
  const { credentials, passwordField, refuse } = form;
  const [problem, setProblem] = useState<ShownProblem | null>(null);
  const [second, setSecond] = useState<SecondStepWanted | null>(null);
  const [human, setHuman] = useState<HumanCheck | null>(null);
  const [busy, setBusy] = useState(false);

  // Runs after the attempt, when the fields and their errors are rendered.
  useLayoutEffect(() => {
    if (isProblem(problem, 'WRONG_CREDENTIALS')) passwordField.current?.select();
  }, [problem, passwordField]);

  /** After some failures the server requires a proof that the user is human; it is created automatically. */
  async function signIn(answer?: SecondStepAnswer): Promise<void> {
    const send = (humanVerification?: string) => session.signIn({ ...credentials, ...answer, humanVerification });
    if (human) return human.send(send);
    try {
      await send();
    } catch (error) {
      if (!isProblem(error, 'HUMAN_VERIFICATION_NEEDED')) throw error;
      const { createHumanCheck } = await import('#portal/session/human-check/human-check.ts');
      const check = createHumanCheck();
      setHuman(check);
      await check.send(send);
    }
  }

  /** Runs a way to sign in and handles its errors. */
  async function attempt(way: () => Promise<void>): Promise<void> {
    if (busy) return;
    setProblem(null);
    setBusy(true);
    try {
      await way();
    } catch (error) {
      take(error);
    } finally {
      setBusy(false);
    }
  }

  function take(error: unknown): void {
    if (isProblem(error, 'SECOND_STEP_NEEDED')) return setSecond(error.fields);
    // The password has just been changed elsewhere, so sign-in starts again.
    if (isProblem(error, 'WRONG_CREDENTIALS')) setSecond(null);
    if (error instanceof ApiProblem && refuse(error.fields)) return;
    if (!(error instanceof ApiProblem || error instanceof ClockIsWrong)) throw error;
    setProblem(error);
  }

  async function submit(): Promise<void> {
    if (!form.isRefused()) return attempt(() => signIn());
    setProblem(null);
  }

  function startOver(): void {
    setSecond(null);
    setProblem(null);
    form.change({ login: '', password: '' });
  }

  return { ...form, problem, show: setProblem, second, human, busy, submit, attempt, signIn, startOver };
}

export type SignIn = ReturnType<typeof useSignIn>;
