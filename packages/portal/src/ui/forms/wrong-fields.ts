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
