/**
 * Returns a function that creates a value when it is called for the first time, and then always returns it. The first formatter of `Intl` takes a
 * tenth of a second on a phone, because the browser loads the data of the language. A page must not wait for that before it is shown.
 */
export function createOnFirstUse<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}
