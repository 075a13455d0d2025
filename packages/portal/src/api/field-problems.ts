import type { ApiProblem } from './api-problem.ts';

/** The fields of a form, in their order; or, where they grow with what is typed, how to tell one. */
export type FieldNames<Name extends string> = readonly Name[] | ((path: string) => path is Name);

/** react-hook-form's. */
export type SetError<Name> = (name: Name, error: { message: string }, options: { shouldFocus: boolean }) => void;

/**
 * Puts the server's words at the fields of a form. Gives back whether one of the form's own `names` took them: when not, say the
 * problem's message beside the form.
 */
export function placeFieldProblems<Name extends string>(
  problem: ApiProblem,
  names: FieldNames<Name>,
  setError: SetError<Name>,
): boolean {
  const wrong =
    typeof names === 'function'
      ? Object.keys(problem.fields).filter(names)
      : names.filter((name) => problem.fields[name] !== undefined);
  for (const [order, name] of wrong.entries()) {
    setError(name, { message: problem.fields[name] ?? '' }, { shouldFocus: order === 0 });
  }
  return wrong.length > 0;
}
