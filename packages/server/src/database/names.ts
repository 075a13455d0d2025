/** `user_id` as `userId`. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** The name of a table or column in code: the database uses snake_case, code uses camelCase. */
export const camelCase = cacheResults((name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));

/** The name of a table or column in the database: the reverse of `camelCase`. */
export const snakeCase = cacheResults((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** Each conversion is cached. Names come only from code and the database, never from a request, so the cache stays small. */
function cacheResults(convert: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const converted = convert(name);
    known.set(name, converted);
    return converted;
  };
}
