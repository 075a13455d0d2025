import { useRef, useState } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { placeFieldProblems } from '#portal/api/field-problems.ts';
import type { FieldNames, SetError } from '#portal/api/field-problems.ts';
import { ClockIsWrong } from '#portal/session/session.ts';

/**
 * Runs what a form is sent for, or what a button does: one at a time, so that another press while it runs waits for the same.
 * Leaving the page is part of it where `action` awaits that. Words of the server against one of the `names` go to that field;
 * any other problem is given back, to stand above the form until the next attempt.
 */
export function useAttempt<Name extends string = never>(
  names: FieldNames<Name> = [],
  setError: SetError<Name> = () => {},
) {
  const [problem, setProblem] = useState<ApiProblem | ClockIsWrong | null>(null);
  const [isBusy, setBusy] = useState(false);
  // A second press can come before the first one is rendered as busy.
  const running = useRef<Promise<void>>(null);

  function attempt(action: () => Promise<void>): Promise<void> {
    running.current ??= run(action).finally(() => {
      running.current = null;
    });
    return running.current;
  }

  async function run(action: () => Promise<void>): Promise<void> {
    setProblem(null);
    setBusy(true);
    try {
      await action();
    } catch (error) {
      if (error instanceof ClockIsWrong) setProblem(error);
      else if (!(error instanceof ApiProblem)) throw error;
      else if (error.reaction.shown === 'signOut') return;
      else if (!placeFieldProblems(error, names, setError)) setProblem(error);
    } finally {
      setBusy(false);
    }
  }

  return { problem, isBusy, attempt, forget: () => setProblem(null) };
}
