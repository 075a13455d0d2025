/** Parses JSON (RFC 8259) in which no object has a key twice; undefined for anything else. */
export function parseStrictJson(text: string): { value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return hasRepeatedKey(text) ? undefined : { value };
  } catch {
    return undefined;
  }
}

/** For text that JSON.parse has accepted: walks its strings and brackets, and records the keys of each open object. */
function hasRepeatedKey(text: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"\s*:?|[{}[\]]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token.endsWith(':')) {
      const key = String(JSON.parse(token.slice(0, -1)));
      const keys = open.at(-1);
      if (keys?.has(key) === true) return true;
      keys?.add(key);
    }
  }
  return false;
}
