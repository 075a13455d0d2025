/** Writes `{ sort: { field: 'x' }, pageNumber: 2 }` as `sort.field=x&pageNumber=2`: nested fields have dotted names, absent fields are omitted. */
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

/** Reads a query string of `toQueryString`. Every value is text. If a name is repeated, its first value is used. */
export function fromQueryString(queryString: string): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [path, value] of new URLSearchParams(queryString)) placeValue(query, path.split('.'), value);
  return query;
}

function placeValue(query: Record<string, unknown>, path: readonly string[], value: string): void {
  const [key, ...remainingPath] = path;
  if (key === undefined || key === '__proto__') return;
  if (remainingPath.length === 0) {
    query[key] ??= value;
    return;
  }
  const nestedQuery = query[key] ?? {};
  if (!isRecord(nestedQuery)) return;
  query[key] = nestedQuery;
  placeValue(nestedQuery, remainingPath, value);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
