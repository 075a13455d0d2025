type Wrong = { message?: string | undefined } | undefined;

/** The errors of the fields with these names, in their order. */
export const listWrongFields = <Name extends string>(
  names: readonly Name[],
  errors: { readonly [Each in Name]?: Wrong },
): { name: Name; message: string }[] =>
  names.flatMap((name) => {
    const message = errors[name]?.message;
    return message === undefined ? [] : [{ name, message }];
  });
