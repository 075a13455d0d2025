import { useState } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { placeFieldProblems } from '#portal/api/field-problems.ts';
import { ClockIsWrong } from './session.ts';

type SetError<Name> = (name: Name, error: { message: string }, options: { shouldFocus: boolean }) => void;

/**
 * Runs what a form is sent for. Words of the server against one of the `names` go to that field; any other problem is given back,
 * to stand above the form until the next attempt.
 */
export function useAttempt<Name extends string>(names: readonly Name[], setError: SetError<Name>) {
  const [problem, setProblem] = useState<ApiProblem | ClockIsWrong | null>(null);

  async function attempt(action: () => Promise<void>): Promise<void> {
    setProblem(null);
    try {
      await action();
    } catch (error) {
      if (error instanceof ClockIsWrong) setProblem(error);
      else if (!(error instanceof ApiProblem)) throw error;
      else if (error.reaction.shown === 'signOut') return;
      else if (!placeFieldProblems(error, names, setError)) setProblem(error);
    }
  }

  return { problem, attempt };
}
