import { toNestErrors } from '@hookform/resolvers';
import type { FieldErrors, FieldPath, Resolver } from 'react-hook-form';
import { user as texts } from '#portal/texts/user.ts';
import { emptyUser } from './user-values.ts';
import type { UserValues } from './user-fields.tsx';

/** The result of checking the form with the contract. */
export type Reading<Sent> =
  | { success: true; data: Sent }
  | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };

/** Adds the error messages of the contract to the fields. */
export const createResolver =
  <Sent>(read: (values: UserValues) => Reading<Sent>): Resolver<UserValues> =>
  (values, _context, options) => {
    const reading = read(values);
    if (reading.success) return { values, errors: {} };
    const flat: FieldErrors = {};
    for (const { path, message } of reading.error.issues) flat[path.join('.')] ??= { type: 'custom', message };
    return { values: {}, errors: toNestErrors(flat, options) };
  };

const grantPath = /^tools\.\d+\.(?:tool|brand|configTools|validFrom|validTo)$/;

/** Whether a path of the request body is a field of the form. */
export const isPath = (path: string): path is FieldPath<UserValues> => path in emptyUser || grantPath.test(path);

/** Returns all errors as a flat list, in the order of the fields. */
export const listErrors = (errors: FieldErrors<UserValues>): { name: string; message: string }[] =>
  Object.keys(emptyUser).flatMap((name) =>
    findNested(Object.entries(errors).find(([field]) => field === name)?.[1], name),
  );

function findNested(error: unknown, name: string): { name: string; message: string }[] {
  if (typeof error !== 'object' || error === null) return [];
  if ('message' in error && typeof error.message === 'string')
    return [{ name, message: formatSummary(name, error.message) }];
  const inner = Object.entries(error).filter(([key]) => key !== 'ref' && key !== 'type');
  return inner.flatMap(([key, value]) => findNested(value, key === 'root' ? name : `${name}.${key}`));
}

/** The fields of every tool have the same labels: outside the row, the error must name the tool. */
function formatSummary(name: string, message: string): string {
  const [, index] = /^tools\.(\d+)\./.exec(name) ?? [];
  return index === undefined ? message : texts.form.ofGrant(texts.form.nextGrant(Number(index) + 1), message);
}

/** Returns the errors of a list as a whole. */
export const findListError = (error: { message?: string | undefined; root?: { message?: string } } | undefined) =>
  error?.root?.message ?? error?.message;
