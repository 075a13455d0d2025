import type { ProofOfPerson } from '@basics/contract/second-factor/second-factor.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { useRef, useState } from 'react';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { PasskeyNotUsed } from '#portal/session/passkeys.tsx';

type ProofMethod = 'password' | 'code';

/**
 * The state of the form in which the user proves their identity by password or code. `run` accepts any kind of proof, such as a passkey.
 */
export function useProof(onProof: (proof: ProofOfPerson) => Promise<void>, isReady: () => boolean) {
  const [method, setMethod] = useState<ProofMethod>('password');
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [problem, setProblem] = useState<ApiProblem | PasskeyNotUsed | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function run(getProof: () => Promise<ProofOfPerson>): Promise<void> {
    if (busy || !isReady()) return;
    setBusy(true);
    setError(undefined);
    setProblem(null);
    try {
      await onProof(await getProof());
    } catch (caughtError) {
      setBusy(false);
      showError(caughtError);
    }
  }

  function showError(caughtError: unknown): void {
    const fieldError = findProofError(caughtError, method);
    if (fieldError !== undefined) {
      setError(fieldError);
      field.current?.select();
    } else if (caughtError instanceof ApiProblem || caughtError instanceof PasskeyNotUsed) setProblem(caughtError);
    else throw caughtError;
  }

  function submit(): void {
    if (text !== '')
      return void run(async () => (method === 'password' ? { currentPassword: text } : { secondFactor: text }));
    setError(method === 'password' ? fieldMessages.password : fieldMessages.secondFactor);
    field.current?.focus();
  }

  function switchMethod(): void {
    setMethod(method === 'password' ? 'code' : 'password');
    setText('');
    setError(undefined);
  }

  return { way: method, text, setText, error, problem, busy, field, run, submit, change: switchMethod };
}

/** Returns the error for the field of the proof, or undefined if the error is about something else. */
function findProofError(error: unknown, method: ProofMethod): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  if (method === 'code' && isProblem(error, 'WRONG_SECOND_STEP')) return error.message;
  return error.fields[method === 'password' ? 'currentPassword' : 'secondFactor'];
}
