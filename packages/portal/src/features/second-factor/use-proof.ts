import type { ProofOfPerson } from '@basics/contract/second-factor.ts';
import { words } from '@basics/contract/words.ts';
import { useRef, useState } from 'react';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { PasskeyNotUsed } from '#portal/session/passkeys.ts';

type Way = 'password' | 'code';

/** Holds the state of a proof of identity: by password, by a code, or by the argument of `run`. */
export function useProof(onProof: (proof: ProofOfPerson) => Promise<void>, isReady: () => boolean) {
  const [way, setWay] = useState<Way>('password');
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [problem, setProblem] = useState<ApiProblem | PasskeyNotUsed | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function run(proofOf: () => Promise<ProofOfPerson>): Promise<void> {
    if (busy || !isReady()) return;
    setBusy(true);
    setError(undefined);
    setProblem(null);
    try {
      await onProof(await proofOf());
    } catch (caught) {
      setBusy(false);
      refuse(caught);
    }
  }

  function refuse(caught: unknown): void {
    const against = findProofError(caught, way);
    if (against !== undefined) {
      setError(against);
      field.current?.select();
    } else if (caught instanceof ApiProblem || caught instanceof PasskeyNotUsed) setProblem(caught);
    else throw caught;
  }

  function submit(): void {
    if (text !== '')
      return void run(async () => (way === 'password' ? { currentPassword: text } : { secondFactor: text }));
    setError(way === 'password' ? words.password : words.secondFactor);
    field.current?.focus();
  }

  function change(): void {
    setWay(way === 'password' ? 'code' : 'password');
    setText('');
    setError(undefined);
  }

  return { way, text, setText, error, problem, busy, field, run, submit, change };
}

/** Returns the error of the server about the proof, for its field. */
function findProofError(error: unknown, way: Way): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  if (way === 'code' && isProblem(error, 'WRONG_SECOND_STEP')) return error.message;
  return error.fields[way === 'password' ? 'currentPassword' : 'secondFactor'];
}
