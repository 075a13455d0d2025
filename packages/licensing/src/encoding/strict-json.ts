/** The maximum nesting depth: deeper than any payload. The limit is necessary for implementations that have no heap. */
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

/** Checks a text that JSON.parse has accepted: walks through its strings and brackets, and records the keys of each open object. */
function isStrict(text: string): boolean {
  const openObjects: (Set<string> | undefined)[] = [];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"\s*:?|[{}[\]]/g)) {
    if (token === '{') openObjects.push(new Set());
    else if (token === '[') openObjects.push(undefined);
    else if (token === '}' || token === ']') openObjects.pop();
    else {
      const isKey = token.endsWith(':');
      const decodedString = String(JSON.parse(isKey ? token.slice(0, -1) : token));
      const keys = isKey ? openObjects.at(-1) : undefined;
      if (!decodedString.isWellFormed() || keys?.has(decodedString) === true) return false;
      keys?.add(decodedString);
    }
    if (openObjects.length > maxDepth) return false;
  }
  return true;
}
