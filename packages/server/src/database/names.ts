/** Converts the type `user_id` to `userId`. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** Converts the name of a table or column in the database (snake_case) to its name in code (camelCase). */
export const camelCase = cacheResults((name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));

/** Converts the name of a table or column in code to its name in the database; the reverse of `camelCase`. */
export const snakeCase = cacheResults((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** Each conversion is cached. Names come only from code and the database, never from a request, so the cache stays small. */
function cacheResults(convert: (name: string) => string): (name: string) => string {
  const cache = new Map<string, string>();
  return (name) => {
    const cachedName = cache.get(name);
    if (cachedName !== undefined) return cachedName;
    const convertedName = convert(name);
    cache.set(name, convertedName);
    return convertedName;
  };
}
