/** `{ sort: { field: 'x' }, pageNumber: 2 }` as `sort.field=x&pageNumber=2`: nested fields have dotted names, absent ones are left out. */
export function toQueryString(query: object): string {
  return new URLSearchParams(listPairs(query, '')).toString();
}

function listPairs(query: object, prefix: string): [string, string][] {
  return Object.entries(query).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    if (typeof value === 'object' && value !== null) return listPairs(value, `${prefix}${key}.`);
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      return [[`${prefix}${key}`, String(value)]];
    }
    return [];
  });
}

/** The reverse; every value is text, the first value of a repeated name counts. */
export function fromQueryString(text: string): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [path, value] of new URLSearchParams(text)) placeValue(query, path.split('.'), value);
  return query;
}

function placeValue(into: Record<string, unknown>, path: readonly string[], value: string): void {
  const [key, ...rest] = path;
  if (key === undefined || key === '__proto__') return;
  if (rest.length === 0) {
    into[key] ??= value;
    return;
  }
  const inner = into[key] ?? {};
  if (!isRecord(inner)) return;
  into[key] = inner;
  placeValue(inner, rest, value);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
