import { signInBody } from '@basics/contract/signing-in.ts';
import { useRef, useState } from 'react';

const fields = ['login', 'password'] as const;
type Credentials = Record<(typeof fields)[number], string>;
type CredentialErrors = Partial<Record<keyof Credentials, string>>;

/**
 * The state of the two fields of the sign-in form. The two fields are checked when the form is sent, and then on each change until both are
 * valid. The sign-in form uses no form library, because every user loads the page and it should be small.
 */
export function useCredentials(login: string) {
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
