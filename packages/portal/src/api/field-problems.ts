import type { ApiProblem } from './api-problem.ts';

/**
 * The names of the fields of a form, in their order. For a form with a variable number of fields: a function that
 * recognises their names.
 */
export type FieldNames<Name extends string> = readonly Name[] | ((fieldPath: string) => fieldPath is Name);

/** The `setError` of react-hook-form. */
export type SetError<Name> = (fieldName: Name, error: { message: string }, options: { shouldFocus: boolean }) => void;

/**
 * Shows the server's errors at the fields of a form. Returns whether at least one field has got an error. If the
 * function returns false, the form must show the message of the problem itself.
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
