import type { ApiProblem } from './api-problem.ts';

/** The fields of a form, in their order; or a function that recognises them, where their number changes. */
export type FieldNames<Name extends string> = readonly Name[] | ((fieldPath: string) => fieldPath is Name);

/** The `setError` of react-hook-form. */
export type SetError<Name> = (fieldName: Name, error: { message: string }, options: { shouldFocus: boolean }) => void;

/**
 * Shows the server's errors at the fields of a form. Returns whether at least one field has got an error; if not, show the message of
 * the problem next to the form.
 */
export function placeFieldProblems<Name extends string>(
  problem: ApiProblem,
  fieldNames: FieldNames<Name>,
  setError: SetError<Name>,
): boolean {
  const refusedFields =
    typeof fieldNames === 'function'
      ? Object.keys(problem.fields).filter(fieldNames)
      : fieldNames.filter((name) => problem.fields[name] !== undefined);
  for (const [order, name] of refusedFields.entries()) {
    setError(name, { message: problem.fields[name] ?? '' }, { shouldFocus: order === 0 });
  }
  return refusedFields.length > 0;
}
