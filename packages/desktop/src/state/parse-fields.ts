/** Parses a JSON object. For any other text, returns an object without fields, so that a damaged file counts as an empty file. */
export function parseFields(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
