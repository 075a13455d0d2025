import { signInBody } from '@basics/contract/session.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { useSession } from '#portal/session/session-context.tsx';
import { ClockIsWrong } from '#portal/session/session.ts';

const fields = ['login', 'password'] as const;
type Credentials = Record<(typeof fields)[number], string>;
type Errors = Partial<Record<keyof Credentials, string>>;

/**
 * The state of the sign-in form: checked when it is sent, then as one types for as long as something is wrong. Two fields need
 * no form library, and this page is the one that everybody waits for.
 */
export function useSignIn() {
  const session = useSession();
  const [credentials, setCredentials] = useState<Credentials>({ login: '', password: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<ApiProblem | ClockIsWrong | null>(null);
  const [busy, setBusy] = useState(false);
  const loginField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  // After the attempt, when the fields and their errors stand as they will be read.
  useLayoutEffect(() => {
    if (isProblem(problem, 'WRONG_CREDENTIALS')) passwordField.current?.select();
  }, [problem]);

  function refuse(wrong: Errors): void {
    setErrors(wrong);
    (wrong.login === undefined ? passwordField : loginField).current?.focus();
  }

  async function submit(): Promise<void> {
    if (busy) return;
    setProblem(null);
    const wrong = errorsOf(credentials);
    if (isAnyIn(wrong)) return refuse(wrong);
    setBusy(true);
    try {
      await session.signIn(credentials);
    } catch (error) {
      if (error instanceof ApiProblem && isAnyIn(error.fields)) refuse(error.fields);
      else if (error instanceof ApiProblem || error instanceof ClockIsWrong) setProblem(error);
      else throw error;
    } finally {
      setBusy(false);
    }
  }

  function fill(change: Partial<Credentials>): void {
    const next = { ...credentials, ...change };
    setCredentials(next);
    if (isAnyIn(errors)) setErrors(errorsOf(next));
  }

  return { credentials, errors, problem, busy, loginField, passwordField, fill, submit };
}

/** What is wrong with each field, in the words of the contract. */
function errorsOf(credentials: Credentials): Errors {
  const issues = signInBody.safeParse(credentials).error?.issues ?? [];
  return Object.fromEntries(
    fields.flatMap((field) => {
      const issue = issues.find(({ path }) => path[0] === field);
      return issue ? [[field, issue.message]] : [];
    }),
  );
}

const isAnyIn = (errors: Errors): boolean => fields.some((field) => errors[field] !== undefined);
