/** `user_id` as `userId`. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** The name in code of a table or column; the database stores names in snake_case, code says them in camelCase. */
export const camelCase = remembered((name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));

/** The name in the database of a table or column: the reverse of `camelCase`. */
export const snakeCase = remembered((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** Each name is converted once: names come from code and from the database, never from a request, so they are few. */
function remembered(convert: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const converted = convert(name);
    known.set(name, converted);
    return converted;
  };
}
