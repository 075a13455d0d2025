import type { ApiProblem } from './api-problem.ts';

/**
 * Puts the server's words at the fields of a form; `setError` is react-hook-form's. Gives back whether one of the form's own
 * `names` took them: when not, say the problem's message beside the form.
 */
export function placeFieldProblems<Name extends string>(
  problem: ApiProblem,
  names: readonly Name[],
  setError: (name: Name, error: { message: string }, options: { shouldFocus: boolean }) => void,
): boolean {
  const wrong = names.filter((name) => problem.fields[name] !== undefined);
  for (const [order, name] of wrong.entries()) {
    setError(name, { message: problem.fields[name] ?? '' }, { shouldFocus: order === 0 });
  }
  return wrong.length > 0;
}
