/** Returns a copy of the value in which every string is trimmed, also in nested objects and arrays. */
export function trimStrings(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(trimStrings);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, entryValue]) => [key, trimStrings(entryValue)]));
}
