import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { isPath } from './user-form-errors.ts';
import type { Reading } from './user-form-errors.ts';
import type { UserValues } from './user-values.ts';

type Sending<Sent> = {
  form: UseFormReturn<UserValues>;
  read: (values: UserValues) => Reading<Sent>;
  send: (sent: Sent) => Promise<void>;
  onSent: () => void;
};

/** Sends a form once, however often it is asked to. Words of the server go to their fields; any other problem is given back. */
export function useSending<Sent>({ form, read, send, onSent }: Sending<Sent>) {
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  // A second press can come before the first one is rendered as busy.
  const isRunning = useRef(false);

  async function submit(values: UserValues): Promise<void> {
    const reading = read(values);
    if (isRunning.current || !reading.success) return;
    isRunning.current = true;
    setProblem(null);
    try {
      await send(reading.data);
      onSent();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.reaction.shown !== 'signOut' && !place(error)) setProblem(error);
    } finally {
      isRunning.current = false;
    }
  }

  /** Whether the form has a field for what is wrong. */
  function place({ fields }: ApiProblem): boolean {
    const paths = Object.keys(fields).filter(isPath);
    for (const path of paths) form.setError(path, { message: fields[path] ?? '' });
    if (paths[0] !== undefined) form.setFocus(paths[0]);
    return paths.length > 0;
  }

  return { problem, forget: () => setProblem(null), submit };
}
