import { fieldMessages } from '@basics/contract/texts/field-messages.ts';

type FieldErrorLike = { message?: string | undefined } | undefined;

/** Lists the errors of the fields with the given names, in the order of the names. */
export const listWrongFields = <Name extends string>(
  fieldNames: readonly Name[],
  errors: { readonly [Each in Name]?: FieldErrorLike },
): { name: Name; message: string }[] =>
  fieldNames.flatMap((name) => {
    const message = errors[name]?.message;
    return message === undefined ? [] : [{ name, message }];
  });

type NameErrors = { firstName?: FieldErrorLike; lastName?: FieldErrorLike };

/** Returns the hint of a field for a name: if only this name is missing, the person may have only one name. */
export function findNameHint(name: string, { firstName, lastName }: NameErrors): { hint?: string } {
  const isOnlyFirstMissing = firstName?.message === fieldMessages.firstName && !lastName;
  const isOnlyLastMissing = lastName?.message === fieldMessages.lastName && !firstName;
  const isOnlyName = (name === 'firstName' && isOnlyFirstMissing) || (name === 'lastName' && isOnlyLastMissing);
  return isOnlyName ? { hint: fieldMessages.oneName } : {};
}
