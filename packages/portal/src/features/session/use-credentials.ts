import { signInBody } from '@basics/contract/signing-in.ts';
import { useRef, useState } from 'react';

const fields = ['login', 'password'] as const;
type Credentials = Record<(typeof fields)[number], string>;
type Errors = Partial<Record<keyof Credentials, string>>;

/**
 * The two fields of the sign-in form: checked when it is sent, then while the user types until all are valid. They need no form
 * library, which keeps this page small: every user loads it.
 */
export function useCredentials(login: string) {
  const [credentials, setCredentials] = useState<Credentials>({ login, password: '' });
  const [errors, setErrors] = useState<Errors>({});
  const loginField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  /** Shows errors at the fields and focuses the first of them; returns false when no error belongs to a field here. */
  function refuse(wrong: Errors): boolean {
    setErrors(wrong);
    if (!hasErrors(wrong)) return false;
    (wrong.login === undefined ? passwordField : loginField).current?.focus();
    return true;
  }

  function change(entered: Partial<Credentials>): void {
    const next = { ...credentials, ...entered };
    setCredentials(next);
    if (hasErrors(errors)) setErrors(findErrors(next));
  }

  return {
    credentials,
    errors,
    loginField,
    passwordField,
    change,
    refuse,
    isRefused: () => refuse(findErrors(credentials)),
  };
}

/** Returns the error of each field, with the messages of the contract. */
function findErrors(credentials: Credentials): Errors {
  const issues = signInBody.safeParse(credentials).error?.issues ?? [];
  return Object.fromEntries(
    fields.flatMap((field) => {
      const issue = issues.find(({ path }) => path[0] === field);
      return issue ? [[field, issue.message]] : [];
    }),
  );
}

const hasErrors = (errors: Errors): boolean => fields.some((field) => errors[field] !== undefined);
