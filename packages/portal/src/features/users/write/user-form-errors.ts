import { toNestErrors } from '@hookform/resolvers';
import type { FieldErrors, FieldPath, Resolver } from 'react-hook-form';
import { user as texts } from '#portal/texts/user.ts';
import { emptyUserValues } from '../user-values.ts';
import type { UserValues } from '../user-fields.tsx';

/** The result of parsing the form values with a schema of the API contract. */
export type ParseResult<Sent> =
  | { success: true; data: Sent }
  | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };

/** Creates a resolver for the form library. The resolver shows the error messages of the API contract at the fields. */
export const createUserResolver =
  <Sent>(parseValues: (values: UserValues) => ParseResult<Sent>): Resolver<UserValues> =>
  (values, _context, options) => {
    const result = parseValues(values);
    if (result.success) return { values, errors: {} };
    const fieldErrors: FieldErrors = {};
    for (const { path, message } of result.error.issues) fieldErrors[path.join('.')] ??= { type: 'custom', message };
    return { values: {}, errors: toNestErrors(fieldErrors, options) };
  };

const grantPath = /^tools\.\d+\.(?:tool|brand|configTools|validFrom|validTo)$/;

/** Whether a path of the request body is a field of the form. */
export const isFieldPath = (path: string): path is FieldPath<UserValues> =>
  path in emptyUserValues || grantPath.test(path);

/** Returns all errors as a flat list, in the order of the fields. */
export const listErrors = (errors: FieldErrors<UserValues>): { name: string; message: string }[] =>
  Object.keys(emptyUserValues).flatMap((name) =>
    findNestedErrors(Object.entries(errors).find(([field]) => field === name)?.[1], name),
  );

function findNestedErrors(error: unknown, name: string): { name: string; message: string }[] {
  if (typeof error !== 'object' || error === null) return [];
  if ('message' in error && typeof error.message === 'string')
    return [{ name, message: formatErrorInSummary(name, error.message) }];
  const innerErrors = Object.entries(error).filter(([key]) => key !== 'ref' && key !== 'type');
  return innerErrors.flatMap(([key, value]) => findNestedErrors(value, key === 'root' ? name : `${name}.${key}`));
}

/** Adds the name of the tool to an error in the summary, because the fields of all tools have the same labels. */
function formatErrorInSummary(name: string, message: string): string {
  const [, index] = /^tools\.(\d+)\./.exec(name) ?? [];
  return index === undefined ? message : texts.form.ofGrant(texts.form.nextGrant(Number(index) + 1), message);
}

/** Returns the error that concerns a whole list of fields, such as a list without any item. */
export const findListError = (error: { message?: string | undefined; root?: { message?: string } } | undefined) =>
  error?.root?.message ?? error?.message;
