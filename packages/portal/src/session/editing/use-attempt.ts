import { useRef, useState } from 'react';
import { ApiProblem, placeFieldProblems, type FieldNames, type SetError } from '#portal/api/api-problem.ts';
import { ClockIsWrong } from '#portal/session/session.ts';

/**
 * Returns the function `attempt`, which runs the action of a form or a button. While the action runs, another press of the button does not
 * start it again. If `action` awaits a navigation, the action also counts as running until the page changes. Errors from the server for a
 * field in `fieldNames` are shown at that field; any other problem is returned, to be shown above the form until the next attempt.
 */
export function useAttempt<Name extends string = never>(
  fieldNames: FieldNames<Name> = [],
  setError: SetError<Name> = () => {},
) {
  const [problem, setProblem] = useState<ApiProblem | ClockIsWrong | null>(null);
  const [isBusy, setBusy] = useState(false);
  // A second press can come before the busy state has been rendered.
  const runningAction = useRef<Promise<void>>(null);

  function attempt(action: () => Promise<void>): Promise<void> {
    runningAction.current ??= run(action).finally(() => {
      runningAction.current = null;
    });
    return runningAction.current;
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
      else if (!placeFieldProblems(error, fieldNames, setError)) setProblem(error);
    } finally {
      setBusy(false);
    }
  }

  return { problem, isBusy, attempt, forget: () => setProblem(null) };
}
