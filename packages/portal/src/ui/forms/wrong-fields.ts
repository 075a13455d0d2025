type Wrong = { message?: string | undefined } | undefined;

/** What is wrong with the fields of these names, in their order. */
export const wrongFields = <Name extends string>(
  names: readonly Name[],
  errors: { readonly [Each in Name]?: Wrong },
): { name: Name; message: string }[] =>
  names.flatMap((name) => {
    const message = errors[name]?.message;
    return message === undefined ? [] : [{ name, message }];
  });
