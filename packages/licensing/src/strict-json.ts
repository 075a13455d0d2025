/** Deeper than any payload; an implementation without a heap needs a limit. */
const maxDepth = 32;

/**
 * Parses JSON (RFC 8259) in which no object has a key twice, no string has half a surrogate pair, and arrays and objects are nested at most
 * 32 deep; undefined for anything else.
 */
export function parseStrictJson(text: string): { value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isStrict(text) ? { value } : undefined;
  } catch {
    return undefined;
  }
}

/** For text that JSON.parse has accepted: walks its strings and brackets, and records the keys of each open object. */
function isStrict(text: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"\s*:?|[{}[\]]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else {
      const isKey = token.endsWith(':');
      const string = String(JSON.parse(isKey ? token.slice(0, -1) : token));
      const keys = isKey ? open.at(-1) : undefined;
      if (!string.isWellFormed() || keys?.has(string) === true) return false;
      keys?.add(string);
    }
    if (open.length > maxDepth) return false;
  }
  return true;
}
